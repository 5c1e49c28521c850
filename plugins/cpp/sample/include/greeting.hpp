#pragma once
#include <string>

namespace sample {
class Greeter {
 public:
  explicit Greeter(std::string name);
  std::string compose() const;
  std::string compose(int times) const;

 private:
  std::string name_;
};
inline std::string compose_greeting(const std::string& name) {
  return "hello " + name;
}
}  // namespace sample
