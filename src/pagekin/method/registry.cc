#include "pagekin/core/registry.h"

#include <fmt/format.h>

#include "pagekin/method/method.h"

namespace pagekin::method {

void check_required(const MethodInfo& info, const ParamMap& given) {
  if (info.required.empty() || given.contains(info.required)) return;
  throw Error(fmt::format("method '{0}' needs to be told '{1}', as in {0}:{1}=8", info.name,
                          info.required));
}

void Method::compare_by(std::unique_ptr<measure::Measure>) {
  throw Error("this method compares no pages");
}

void Method::keep_dendrogram() { throw Error("this method makes no dendrogram"); }

Clustering Method::cluster_known(KnownPages&, const FinishOptions&) {
  throw Error("this method looks at every page");
}

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

std::unique_ptr<Method> make(std::string_view text, std::string_view measure) {
  const Spec spec = parse_spec(text);
  const MethodInfo& info = find_by_name(methods(), "method", spec.name);
  std::unique_ptr<Method> method = info.make(spec.params);
  check_required(info, spec.params);
  if (info.measure.empty()) {
    if (measure.empty()) return method;
    std::string comparing;
    for (const MethodInfo& other : methods()) {
      if (other.measure.empty()) continue;
      if (!comparing.empty()) comparing += ", ";
      comparing += other.name;
    }
    throw Error("method '" + spec.name +
                "' compares no pages, so it takes no measure; these do: " + comparing);
  }
  method->compare_by(measure::make_symmetric(measure.empty() ? info.measure : measure));
  return method;
}

}  // namespace pagekin::method
