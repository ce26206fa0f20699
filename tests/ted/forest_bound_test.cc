#include "pagekin/ted/forest_bound.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/ted/exact_distance.h"

#include "support/mutated_trees.h"
#include "support/trees.h"

namespace pagekin::ted {
namespace {

constexpr EditCost kNoLimit = UINT64_MAX / 8;

// Every label has its own bin, or some labels share a bin.
SubtreeLabels labels_of(const Subtrees& subtrees, std::uint8_t last_bin = 255) {
  std::vector<std::uint8_t> bins(subtrees.label_count());
  for (std::size_t label = 0; label < bins.size(); ++label) {
    bins[label] = static_cast<std::uint8_t>(std::min<std::size_t>(label, last_bin));
  }
  return {subtrees, bins};
}

EditCost bound_of(const dom::TagTree& a, const dom::TagTree& b, EditCost at_most = kNoLimit) {
  Subtrees subtrees;
  const EditTree x = subtrees.make(a);
  const EditTree y = subtrees.make(b);
  const SubtreeLabels labels = labels_of(subtrees);
  return ForestBound(labels, {})(x, y, at_most);
}

TEST(ForestBound, IsZeroForEqualTrees) {
  EXPECT_EQ(bound_of(tree("div(p p(b))"), tree("div(p p(b))")), 0U);
}

TEST(ForestBound, SeesThatAnElementMovedUp) {
  // Both orders of the tags are the same on one side: p b.
  EXPECT_EQ(bound_of(tree("div(p(b))"), tree("div(p b)")), 2U);
}

TEST(ForestBound, TakesOffWhatIsEqualAtBothEndsAndAbove) {
  EXPECT_EQ(bound_of(tree("html(head(title) body(div(p p) ul(li li) div(b)))"),
                     tree("html(head(title) body(div(p p) ul(li li(b) li) div(b)))")),
            2U);
}

TEST(ForestBound, DifferentSubtreesAreAtLeastOneEditApart) {
  EXPECT_EQ(bound_of(tree("div(ul(li(p b)) ul(li(p(b))))"), tree("div(ul(li(p(b))) ul(li(p b)))")),
            4U);
}

class ForestBoundWith : public testing::TestWithParam<EditCosts> {};
INSTANTIATE_TEST_SUITE_P(Costs, ForestBoundWith,
                         testing::Values(EditCosts{1, 1, 1}, EditCosts{2, 2, 3}, EditCosts{3, 3, 1},
                                         EditCosts{1, 1, 5}),
                         [](const auto& of) { return "set" + std::to_string(of.index); });

TEST_P(ForestBoundWith, IsNeverAboveTheDistanceAndSaysSoForEveryLimit) {
  const EditCosts costs = GetParam();
  Random random(7);
  std::size_t exact = 0;
  constexpr std::size_t rounds = 100;
  for (std::size_t round = 0; round < rounds; ++round) {
    const dom::TagTree base = random_tree(random, round % 3 == 0 ? 120 : 30, 6, 0.3);
    const dom::TagTree other = round % 5 == 0 ? random_tree(random, 30, 6, 0.3)
                                              : test::mutated(base, random.below(12), random);
    Subtrees subtrees;
    const EditTree a = subtrees.make(base);
    const EditTree b = subtrees.make(other);
    const EditCost distance = zhang_shasha(a, b, costs);
    for (const std::uint8_t last_bin : {std::uint8_t{255}, std::uint8_t{2}}) {
      const SubtreeLabels labels = labels_of(subtrees, last_bin);
      ForestBound bound(labels, costs);
      const EditCost unlimited = bound(a, b, kNoLimit);
      ASSERT_LE(unlimited, distance) << "round " << round;
      ASSERT_EQ(bound(b, a, kNoLimit), unlimited) << "round " << round;
      if (last_bin == 255 && bound(a, b, distance) == distance) ++exact;
      for (EditCost limit = 0; limit <= distance + 2; limit += 1 + limit / 4) {
        const EditCost limited = bound(a, b, limit);
        if (limited > limit) {
          ASSERT_GT(distance, limit) << "round " << round;
        } else {
          ASSERT_LE(limited, distance) << "round " << round;
        }
      }
    }
  }
  EXPECT_GT(exact, rounds / 3);
}

TEST(ForestBound, DoesNotDependOnWhatWasAskedBefore) {
  Random random(8);
  Subtrees subtrees;
  std::vector<EditTree> trees;
  const dom::TagTree base = random_tree(random, 90, 6, 0.3);
  for (int i = 0; i < 12; ++i) trees.push_back(subtrees.make(test::mutated(base, 10, random)));
  const SubtreeLabels labels = labels_of(subtrees);
  ForestBound used(labels, {});
  for (const EditTree& a : trees) {
    for (const EditTree& b : trees) {
      ASSERT_EQ(used(a, b, 15), ForestBound(labels, {})(a, b, 15));
    }
  }
}

TEST(ForestBound, DeepTreesNeedNoStack) {
  const dom::TagTree deep = chain(html::kTagDiv, 20'000);
  EXPECT_EQ(bound_of(deep, chain(html::kTagDiv, 20'007), 10), 7U);
  EXPECT_EQ(bound_of(deep, parent_of(html::kTagP, {deep}), 10), 1U);
}

}  // namespace
}  // namespace pagekin::ted
