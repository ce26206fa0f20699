#include "pagekin/method/kept_ids.h"

#include <vector>

#include <gtest/gtest.h>

namespace pagekin::method {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(KeptIds, NewTemplatesAreNumberedByFallingSize) {
  EXPECT_EQ(kept_ids({}, canonical({0, 1, 1, 2, 1, 2}), 1), (Numbers{3, 1, 2}));
  EXPECT_EQ(kept_ids({}, canonical({0, 1, 1, 2, 1, 2}), 5), (Numbers{7, 5, 6}));
}

TEST(KeptIds, EarlierTemplatesKeepTheirIds) {
  const Numbers earlier = {2, 2, 1, 1, 1};
  // The second cluster has grown most, the third and the fourth are new.
  EXPECT_EQ(kept_ids(earlier, canonical({0, 0, 1, 1, 1, 2, 3, 3, 0, 0, 0, 0}), 3),
            (Numbers{2, 1, 4, 3}));
}

TEST(KeptIds, OfTwoThatJoinTheLargerGivesTheId) {
  EXPECT_EQ(kept_ids(Numbers{1, 2, 2, 3}, canonical({0, 0, 0, 1}), 4), (Numbers{2, 3}));
}

}  // namespace
}  // namespace pagekin::method
