#include "pagekin/core/sorted.h"

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/page_count.h"

namespace pagekin {
namespace {

TEST(Sorted, OfEqualItemsOneStays) {
  std::vector<int> items{3, 1, 3, 2, 1};
  EXPECT_EQ(count_distinct(items), 3U);
  EXPECT_EQ(items, (std::vector<int>{1, 2, 3}));
}

TEST(Sorted, CommonItemsAreCounted) {
  const std::vector<int> items{1, 3, 5, 7};
  EXPECT_EQ(count_common(items, {2, 3, 4, 7, 9}), 2U);
  EXPECT_EQ(count_common(items, {}), 0U);
}

TEST(Sorted, RunsAreVisitedInOrder) {
  const std::string text = "aabccca";
  std::string runs;
  for_each_run(std::span(text), std::identity(), [&](std::span<const char> run) {
    runs += std::to_string(run.size()) + run.front();
  });
  EXPECT_EQ(runs, "2a1b3c1a");
}

TEST(PageCount, APageCountsOnce) {
  PageCount count;
  EXPECT_TRUE(count.add(0));
  EXPECT_FALSE(count.add(0));
  EXPECT_TRUE(count.add(7));
  EXPECT_EQ(count.pages(), 2U);
}

}  // namespace
}  // namespace pagekin
