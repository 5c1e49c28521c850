#pragma once
#include <string>

namespace sample {
inline std::string compose_greeting(const std::string& name) {
  return "hello " + name;
}
}  // namespace sample
