#include "pagekin/measure/all_pairs.h"

#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

namespace pagekin::measure {
namespace {

// Asks the run to stop when it compares the first pair, and counts the pairs.
class Stopping final : public Measure {
 public:
  Needs needs() const override { return {}; }
  double similarity(const Features&, const Features&, double) const override {
    ++compared;
    source.request_stop();
    return 0;
  }
  Basis basis(const Features&, const Features&) const override { return {}; }

  mutable std::stop_source source;
  mutable std::size_t compared = 0;
};

// A pair of a tree edit distance takes up to some hundredths of a second.
TEST(AllPairs, StopsWithinARowOfATile) {
  const std::vector<Features> pages(64);
  const Stopping measure;
  const StopScope scope(measure.source.get_token());
  EXPECT_THROW(all_pairs(measure, pages, 1), Cancelled);
  EXPECT_LT(measure.compared, 64U);
}

}  // namespace
}  // namespace pagekin::measure
