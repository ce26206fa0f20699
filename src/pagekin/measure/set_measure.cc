#include "pagekin/measure/set_measure.h"

#include "pagekin/measure/join_bounds.h"

namespace pagekin::measure {
namespace {

class SetBounds final : public JoinBounds {
 public:
  SetBounds(const SetMeasure& measure, double at_least) : measure_(&measure), at_least_(at_least) {}

  std::optional<SetBound> set_bound() const override {
    return SetBound{.overlap = measure_->overlap(), .at_least = at_least_};
  }
  SortedHashes set_of(const Features& page) const override { return measure_->set_of(page); }
  std::uint32_t weight(const Features& page) const override {
    return static_cast<std::uint32_t>(measure_->set_of(page).size());
  }

  // In the best case one set contains the other.
  std::uint32_t lightest(std::uint32_t weight) const override {
    return first_enough(weight == 0 ? 0 : 1, weight, [&](std::uint32_t other) {
      return reaches(OverlapScore(measure_->overlap(), weight, other)(other), at_least_);
    });
  }

 private:
  const SetMeasure* measure_;
  double at_least_;
};

}  // namespace

double SetMeasure::similarity(const Features& a, const Features& b, double at_least) const {
  return measure::similarity(overlap(), set_of(a), set_of(b), at_least);
}

Basis SetMeasure::basis(const Features& a, const Features& b) const {
  const SortedHashes in_a = set_of(a);
  const SortedHashes in_b = set_of(b);
  return {
      .what = members(), .sizes = {in_a.size(), in_b.size()}, .shared = common_count(in_a, in_b)};
}

std::unique_ptr<JoinBounds> SetMeasure::join_bounds(double at_least) const {
  return std::make_unique<SetBounds>(*this, at_least);
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
