#include "pagekin/core/registry.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

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

std::string names_with(Capability capability) {
  std::string names;
  for (const MethodInfo& info : methods()) {
    if (!info.capabilities.has(capability)) continue;
    if (!names.empty()) names += ", ";
    names += info.name;
  }
  return names;
}

void check_required(const MethodInfo& info, const ParamMap& given) {
  if (info.required.empty() || given.contains(info.required)) return;
  throw OptionError(
      fmt::format("method '{0}' needs the option '{1}', as in {0}:{1}=8", info.name, info.required),
      std::string(info.required));
}

std::unique_ptr<Method> make(std::string_view text, std::string_view measure) {
  const Spec spec = parse_spec(text);
  const MethodInfo& info = find_by_name(methods(), "method", spec.name);
  std::unique_ptr<Method> method = info.make(spec.params);
  method->capabilities_ = info.capabilities;
  check_required(info, spec.params);
  if (Comparing* const comparing = method->comparing()) {
    comparing->compare_by(measure::make_symmetric(measure.empty() ? info.measure : measure));
  } else if (!measure.empty()) {
    throw OptionError("method '" + spec.name +
                          "' compares no pages, so it takes no measure; these do: " +
                          names_with(Capability::kComparing),
                      "measure");
  }
  return method;
}

}  // namespace pagekin::method
