#include "greeting.hpp"

std::string odd() { return sample::compose_greeting("odd"); }
