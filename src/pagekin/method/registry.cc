#include "pagekin/core/registry.h"

#include "pagekin/method/method.h"

namespace pagekin::method {

void Method::save(const std::function<void(std::string_view)>&) {
  throw Error("this method cannot keep an index");
}

std::size_t Method::load(std::string_view) { throw Error("this method cannot keep an index"); }

#define METHOD(name) MethodInfo name();
#include "pagekin/method/methods.inc"
#undef METHOD

std::span<const MethodInfo> methods() {
  static const MethodInfo all[] = {
#define METHOD(name) name(),
#include "pagekin/method/methods.inc"
#undef METHOD
  };
  return all;
}

std::unique_ptr<Method> make(std::string_view text) {
  const Spec spec = parse_spec(text);
  return find_by_name(methods(), "method", spec.name).make(spec.params);
}

}  // namespace pagekin::method
