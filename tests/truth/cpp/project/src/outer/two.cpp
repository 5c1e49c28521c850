#include "greeting.hpp"

using sample::compose_greeting;

std::string two() { return compose_greeting(compose_greeting("two")); }
