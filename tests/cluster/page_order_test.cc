#include "pagekin/cluster/page_order.h"

#include <gtest/gtest.h>

namespace pagekin::cluster {
namespace {

using Pages = std::vector<std::uint32_t>;

TEST(PageOrder, GoesByKeyThenByNumber) {
  const std::vector<std::uint64_t> keys = {7, 3, 7, 1};
  EXPECT_EQ(pages_in_order(4, keys), (Pages{3, 1, 0, 2}));
  EXPECT_EQ(pages_in_order(3, {}), (Pages{0, 1, 2}));
  EXPECT_EQ(pages_in_order(0, {}), Pages{});
}

TEST(PageOrder, PlacesAreTheOtherWayRound) { EXPECT_EQ(places_in({2, 0, 1}), (Pages{1, 2, 0})); }

}  // namespace
}  // namespace pagekin::cluster
