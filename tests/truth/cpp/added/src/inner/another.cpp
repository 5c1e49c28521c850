#include "greeting.hpp"

std::string another() { return sample::compose_greeting("another"); }
