#include "greeting.hpp"

int main() {
  auto a = sample::compose_greeting("a");
  /* ö🦀 */ auto b = sample::compose_greeting(a);
  return static_cast<int>(b.size());
}
