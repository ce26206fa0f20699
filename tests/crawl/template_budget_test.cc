#include "pagekin/crawl/template_budget.h"

#include <gtest/gtest.h>

#include "pagekin/crawl/host_queue.h"

namespace pagekin::crawl {
namespace {

const std::vector<std::uint8_t> kItem = {0, 0, 1, 2, 3, 4};
const std::vector<std::uint8_t> kItemWithMore = {0, 0, 1, 2, 3, 4, 5};
const std::vector<std::uint8_t> kList = {0, 0, 0, 0, 0, 1, 1, 1};

TEST(Way, LeavesPositionsAndNumbersOut) {
  EXPECT_EQ(way_key("/html/body/ul/li[3]/a", "http://h/item/12.html"),
            way_key("/html/body/ul/li[44]/a", "http://h/item/7.html"));
  EXPECT_NE(way_key("/html/body/ul/li[3]/a", "http://h/item/12.html"),
            way_key("/html/body/ol/li[3]/a", "http://h/item/12.html"));
  EXPECT_NE(way_key("/html/body/ul/li[3]/a", "http://h/item/12.html"),
            way_key("/html/body/ul/li[3]/a", "http://h/tag/12.html"));
}

TEST(TemplateBudget, ExhaustsAWayWhenAllItsTemplatesAreFull) {
  TemplateBudget budget(2);
  EXPECT_FALSE(budget.is_exhausted(1));
  budget.add(1, kItem);
  EXPECT_FALSE(budget.is_exhausted(1));
  budget.add(2, kItem);
  EXPECT_TRUE(budget.is_exhausted(1));  // through a page elsewhere
  EXPECT_TRUE(budget.is_exhausted(2));
  budget.add(1, kList);
  EXPECT_FALSE(budget.is_exhausted(1));
  budget.add(3, kList);
  EXPECT_TRUE(budget.is_exhausted(1));
  EXPECT_FALSE(budget.is_exhausted(4));
}

TEST(TemplateBudget, CountsFingerprintsThatMatchTogether) {
  TemplateBudget budget(3);
  budget.add(1, kItem);
  budget.add(1, kItemWithMore);
  EXPECT_FALSE(budget.is_exhausted(1));
  budget.add(1, kItem);
  EXPECT_TRUE(budget.is_exhausted(1));
}

TEST(TemplateBudget, KnowsAWayByAllItsTemplatesInWhateverOrderTheyFill) {
  TemplateBudget budget(2);
  budget.add(1, kItem);
  budget.add(1, kList);
  budget.add(1, kItem);
  EXPECT_FALSE(budget.is_exhausted(1));
  budget.add(2, kList);
  EXPECT_TRUE(budget.is_exhausted(1));
  budget.add(1, kItem);
  EXPECT_TRUE(budget.is_exhausted(1));
}

TEST(TemplateBudget, IsOffByDefault) {
  TemplateBudget budget(0);
  budget.add(1, kItem);
  EXPECT_FALSE(budget.is_on());
  EXPECT_FALSE(budget.is_exhausted(1));
}

TEST(HostQueue, GoesByDepthThenByOrderAndPutsExhaustedWaysLast) {
  TemplateBudget budget(1);
  budget.add(7, kItem);
  HostQueue queue;
  queue.push({.page = 5, .depth = 2});
  queue.push({.page = 6, .way = 7, .depth = 0});
  queue.push({.page = 3, .depth = 1});
  queue.push({.page = 4, .depth = 1});
  EXPECT_EQ(queue.size(), 4u);
  std::vector<std::int64_t> order;
  while (const auto page = queue.pop(budget)) order.push_back(page->page);
  EXPECT_EQ(order, (std::vector<std::int64_t>{3, 4, 5, 6}));
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace pagekin::crawl
