#include <array>
#include <memory>

#include "pagekin/core/verdicts.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

constexpr std::array<VerdictStage, 2> kStages{{{"size"}, {"compared", true}}};

// Compares every pair.
class Compared final : public Verdicts {
 public:
  Compared(const Measure& measure, std::span<const Features> pages, double at_least)
      : measure_(measure), pages_(pages), at_least_(at_least) {}

  std::span<const VerdictStage> stages() const override { return kStages; }
  double weight(std::size_t) const override { return 0; }
  double reach(std::size_t) const override { return 0; }
  Verdict decide(std::size_t a, std::size_t b) const override {
    // Asks for a little less, because reaches() rounds the threshold.
    const double similarity = measure_.similarity(pages_[a], pages_[b], at_least_ - 1e-6);
    return {.similar = reaches(similarity, at_least_), .stage = 1, .similarity = similarity};
  }

 private:
  const Measure& measure_;
  std::span<const Features> pages_;
  double at_least_;
};

}  // namespace

std::unique_ptr<Verdicts> Measure::verdicts(std::span<const Features> pages, double at_least,
                                            bool) const {
  return std::make_unique<Compared>(*this, pages, at_least);
}

}  // namespace pagekin::measure
