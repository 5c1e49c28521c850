#include "greeting.hpp"

std::string one() { return sample::compose_greeting("one"); }
