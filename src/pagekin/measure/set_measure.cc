#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {

double SetMeasure::similarity(const Features& a, const Features& b, double at_least) const {
  return measure::similarity(overlap(), set_of(a), set_of(b), at_least);
}

Basis SetMeasure::basis(const Features& a, const Features& b) const {
  const SortedHashes in_a = set_of(a);
  const SortedHashes in_b = set_of(b);
  return {
      .what = members(), .sizes = {in_a.size(), in_b.size()}, .shared = common_count(in_a, in_b)};
}

std::string names_of_set_measures() {
  std::string names;
  for (const MeasureInfo& info : measures()) {
    if (info.make({})->as_set() == nullptr) continue;
    if (!names.empty()) names += ", ";
    names += info.name;
  }
  return names;
}

}  // namespace pagekin::measure
