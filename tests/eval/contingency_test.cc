#include "pagekin/eval/contingency.h"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/random_partition.h"

namespace pagekin::eval {
namespace {

TEST(Contingency, CountsPagesByTemplateAndCluster) {
  const Contingency table = tabulate(std::vector{7, 7, 3, 7}, std::vector{2, 2, 2, 5});
  EXPECT_EQ(table.template_labels, (std::vector{3, 7}));
  EXPECT_EQ(table.cluster_labels, (std::vector{2, 5}));
  EXPECT_EQ(table.template_sizes, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(table.cluster_sizes, (std::vector<std::uint64_t>{3, 1}));
  ASSERT_EQ(table.cells.size(), 3U);
  EXPECT_EQ(table.cells[1].row, 1U);
  EXPECT_EQ(table.cells[1].column, 0U);
  EXPECT_EQ(table.cells[1].count, 2U);
}

TEST(Contingency, PutsLeftOutPagesIntoColumnsOfTheirOwnAtTheEnd) {
  const Contingency table = tabulate(std::vector{0, 0, 1}, std::vector{-1, 4, -1});
  EXPECT_EQ(table.cluster_count(), 1U);
  EXPECT_EQ(table.left_out(), 2U);
  EXPECT_EQ(table.cluster_sizes, (std::vector<std::uint64_t>{1, 1, 1}));
  EXPECT_EQ(table.pages, 3U);
}

TEST(Contingency, CountsPagesWithoutATemplateAndTheirClustersNot) {
  const Contingency table = tabulate(std::vector{-1, 0, -1}, std::vector{9, 4, -1});
  EXPECT_EQ(table.pages, 1U);
  EXPECT_EQ(table.unlabelled, 2U);
  EXPECT_EQ(table.cluster_labels, (std::vector{4}));
}

TEST(Contingency, OfNothingIsEmpty) {
  const Contingency table = tabulate({}, {});
  EXPECT_TRUE(table.cells.empty());
  EXPECT_EQ(table.pages + table.unlabelled + table.cluster_count() + table.left_out(), 0U);
}

TEST(Contingency, HasTheCellsOfACountByHand) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::size_t pages = random.below(50);
    const auto templates = test::random_partition(random, pages, 6, true);
    const auto clusters = test::random_partition(random, pages, 6, true);
    std::map<std::pair<int, int>, std::uint64_t> expected;
    std::size_t alone = 0;
    for (std::size_t i = 0; i < pages; ++i) {
      if (templates[i] < 0) continue;
      if (clusters[i] < 0) {
        ++alone;
      } else {
        ++expected[{templates[i], clusters[i]}];
      }
    }
    const Contingency table = tabulate(templates, clusters);
    std::map<std::pair<int, int>, std::uint64_t> found;
    for (const auto& cell : table.cells) {
      if (cell.column >= table.cluster_count()) continue;
      found[{table.template_labels[cell.row], table.cluster_labels[cell.column]}] = cell.count;
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(table.left_out(), alone);
  }
}

}  // namespace
}  // namespace pagekin::eval
