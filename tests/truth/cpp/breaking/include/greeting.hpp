#pragma once
#include <string>

namespace sample {
inline std::string compose_greeting(const std::string& name, char mark) {
  return "hello " + name + mark;
}
}  // namespace sample
