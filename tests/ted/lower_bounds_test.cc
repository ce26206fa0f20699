#include "pagekin/ted/lower_bounds.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/tree_edit.h"
#include "support/bracket_trees.h"
#include "support/edit_pairs.h"
#include "support/rounds.h"
#include "support/shared.h"

namespace pagekin::ted {
namespace {

using test::EditPair;

TEST(LowerBounds, CountElementsTagsAndStrings) {
  const EditPair pair(tree("a(b c(d e))"), tree("a(d c)"));
  EXPECT_EQ(size_bound(5, 3, {}), 2U);
  EXPECT_EQ(size_bound(5, 3, {.insert = 9, .remove = 4}), 8U);
  EXPECT_EQ(size_bound(3, 5, {.insert = 9, .remove = 4}), 18U);
  EXPECT_EQ(label_bound(pair.a, pair.b, {}), 2U);
  EXPECT_EQ(preorder_bound(pair.a, pair.b, {}), 3U);
  EXPECT_EQ(postorder_bound(pair.a, pair.b, {}), 2U);
  EXPECT_EQ(tags_bound(pair.a, pair.b, {}), 3U);
}

TEST(LowerBounds, TagsOfATreeAreNestedAndInBothOrders) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditPair pair(a, b);
    std::vector<std::uint32_t> started;
    std::vector<std::uint32_t> ended;
    std::vector<std::uint32_t> open;
    for_tags(
        pair.a,
        [&](std::uint32_t label) {
          started.push_back(label);
          open.push_back(label);
        },
        [&](std::uint32_t label) {
          ended.push_back(label);
          ASSERT_FALSE(open.empty());
          EXPECT_EQ(open.back(), label);
          open.pop_back();
        });
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(started, pair.a.preorder_labels);
    EXPECT_EQ(ended, pair.a.labels);
  }
}

TEST(LowerBounds, PriceWhatSizesDoNotForceAtTheCheapestEdit) {
  EXPECT_EQ(edits_bound(5, 10, 8, {}), 5U);
  EXPECT_EQ(edits_bound(5, 10, 8, {.insert = 2, .remove = 4, .rename = 100}), 8U + 9U);
  EXPECT_EQ(edits_bound(5, 10, 8, {.insert = 2, .remove = 3, .rename = 100}), 6U + 8U);
  EXPECT_EQ(edits_bound(5, 10, 8, {.insert = 2, .remove = 4, .rename = 1}), 8U + 3U);
  EXPECT_EQ(edits_bound(1, 10, 8, {}), 2U);
}

TEST(LowerBounds, MostEditsAreThoseWhoseBoundIsWithin) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const EditCosts costs = test::random_costs(random);
    const std::size_t a = random.below(20);
    const std::size_t b = random.below(20);
    const EditCost at_most = size_bound(a, b, costs) + random.below(40);
    const std::size_t most = most_edits(at_most, a, b, costs);
    if (most == SIZE_MAX) continue;
    EXPECT_LE(edits_bound(most, a, b, costs), at_most);
    EXPECT_GT(edits_bound(most + 1, a, b, costs), at_most);
  }
}

// All elements but the root have different tags, so the distance is their number.
TEST(LowerBounds, OfHugePagesAreCountedAsFarAsStepsGo) {
  constexpr std::uint32_t count = 200'000;
  dom::TagTree a{.tags = std::vector<html::TagId>(count, 1),
                 .sizes = std::vector<std::uint32_t>(count, 1)};
  a.sizes[0] = count;
  dom::TagTree b = a;
  std::fill(b.tags.begin() + 1, b.tags.end(), html::TagId{2});
  const EditPair pair(a, b);
  const EditCost bound = preorder_bound(pair.a, pair.b, {});
  EXPECT_EQ(bound, kMostStringCells / count + 1);
  EXPECT_EQ(preorder_bound(pair.a, pair.b, {}, 10), 11U);
}

TEST(LowerBounds, AreNeverAboveTheDistance) {
  Random random(2);
  int better = 0;  // bounds by tags that are above those by both orders
  for (int round = 0; round < test::rounds(800); ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost distance = reference::tree_edit_distance(a, b, costs);
    const EditCost preorder = preorder_bound(pair.a, pair.b, costs);
    const EditCost postorder = postorder_bound(pair.a, pair.b, costs);
    const EditCost labels = label_bound(pair.a, pair.b, costs);
    ASSERT_LE(preorder, distance) << round;
    ASSERT_LE(postorder, distance) << round;
    const EditCost tags = tags_bound(pair.a, pair.b, costs);
    ASSERT_LE(tags, distance) << round;
    ASSERT_LE(label_bound(pair.a, pair.b, costs), tags) << round;
    // Nobody has proved this, but it is so for all of these trees.
    ASSERT_GE(tags, std::min(preorder, postorder)) << round;
    better += tags > std::max(preorder, postorder) ? 1 : 0;
    ASSERT_LE(labels, std::min(preorder, postorder)) << round;
    ASSERT_LE(size_bound(a.size(), b.size(), costs), labels) << round;
    // With a cutoff, the result is the bound or between the cutoff and the bound.
    const EditCost at_most = random.below(static_cast<std::uint32_t>(distance) + 2);
    const EditCost cut = preorder_bound(pair.a, pair.b, costs, at_most);
    ASSERT_LE(cut, preorder) << round;
    ASSERT_EQ(cut > at_most, preorder > at_most) << round;
    if (cut <= at_most) {
      ASSERT_EQ(cut, preorder) << round;
    }
    ASSERT_EQ(tags_bound(pair.a, pair.b, costs, at_most) > at_most, tags > at_most) << round;
  }
  EXPECT_GT(better, 0);
}

// A case has four lines: a comment, two trees, the larger of both string distances.
TEST(LowerBounds, OfStringsAreThoseOfTreeSimilarity) {
  PAGEKIN_NEEDS_SHARED();
  std::istringstream lines(test::read_file(
      test::shared_dir() / "suites/ted/tree-similarity/sed_lb/sed_lb_ed_test_data.txt"));
  std::size_t cases = 0;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] != '{') continue;
    std::string other;
    std::string expected;
    std::getline(lines, other);
    std::getline(lines, expected);
    const EditPair pair(test::bracket_tree(line), test::bracket_tree(other));
    EXPECT_EQ(std::max(preorder_bound(pair.a, pair.b, {}), postorder_bound(pair.a, pair.b, {})),
              std::stoull(expected))
        << line << '\n'
        << other;
    ++cases;
  }
  EXPECT_EQ(cases, 6U);
}

// A line has a tree; the results are the bounds of each tree and the next.
TEST(LowerBounds, OfTagsAreThoseOfTreeSimilarity) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites/ted/tree-similarity/li_lb";
  std::istringstream trees(test::read_file(folder / "li_lb_test_data.txt"));
  std::istringstream results(test::read_file(folder / "li_lb_test_results.txt"));
  std::vector<dom::TagTree> made;
  for (std::string line; std::getline(trees, line);) made.push_back(test::bracket_tree(line));
  std::size_t cases = 0;
  for (std::string line; std::getline(results, line) && cases + 1 < made.size(); ++cases) {
    const EditPair pair(made[cases], made[cases + 1]);
    EXPECT_EQ(label_bound(pair.a, pair.b, {}), std::stoull(line)) << "case " << cases;
  }
  EXPECT_EQ(cases, 408U);
}

}  // namespace
}  // namespace pagekin::ted
