#include "pagekin/core/registry.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/measure/join_bounds.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

void Measure::fit(std::span<const Features>) {}

void Measure::prepare(Features&) const {}

std::unique_ptr<JoinBounds> Measure::join_bounds(double) const { return nullptr; }

std::string Measure::learnt() const { return {}; }

void Measure::learn(std::string_view bytes) {
  if (!bytes.empty())
    throw Error("this measure learns nothing from a run, but the model holds more");
}

#define MEASURE(name) MeasureInfo name();
#include "pagekin/measure/measures.inc"
#undef MEASURE

std::span<const MeasureInfo> measures() {
  static const MeasureInfo all[] = {
#define MEASURE(name) name(),
#include "pagekin/measure/measures.inc"
#undef MEASURE
  };
  return all;
}

std::vector<std::string> paper_measures() {
  std::map<int, std::string> by_row;
  for (const MeasureInfo& info : measures()) {
    if (info.paper_row > 0) by_row.emplace(info.paper_row, info.name);
  }
  std::vector<std::string> names;
  names.reserve(by_row.size());
  for (auto& [row, name] : by_row) names.push_back(std::move(name));
  return names;
}

std::unique_ptr<Measure> make(std::string_view text) {
  const Spec spec = parse_spec(text);
  return find_by_name(measures(), "measure", spec.name).make(spec.params);
}

std::vector<std::string> expand_all(const std::vector<std::string>& specs) {
  std::vector<std::string> expanded;
  const auto add = [&](std::string spec) {
    if (std::ranges::count(expanded, spec) == 0) expanded.push_back(std::move(spec));
  };
  for (const std::string& spec : specs) {
    if (spec != "all") {
      add(spec);
      continue;
    }
    for (const MeasureInfo& info : measures()) add(std::string(info.name));
  }
  return expanded;
}

std::unique_ptr<Measure> make_symmetric(std::string_view spec) {
  std::unique_ptr<Measure> measure = make(spec);
  if (!measure->symmetric()) {
    throw OptionError(
        "'" + std::string(spec) +
            "' depends on which page comes first; here insert and delete must cost the same",
        "measure");
  }
  return measure;
}

}  // namespace pagekin::measure
