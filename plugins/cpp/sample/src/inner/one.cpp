#include "greeting.hpp"

namespace sample {
Greeter::Greeter(std::string name) : name_(name) {}
std::string Greeter::compose() const { return compose_greeting(name_); }
std::string Greeter::compose(int times) const { return times > 0 ? compose() + compose(times - 1) : ""; }
}  // namespace sample
