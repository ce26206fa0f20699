#include "pagekin/ted/upper_bound.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/tree_edit.h"
#include "support/edit_pairs.h"

namespace pagekin::ted {
namespace {

using test::EditPair;

EditCost bound(const std::string& a, const std::string& b, const EditCosts& costs = {}) {
  const EditPair pair(tree(a), tree(b));
  return top_down_bound(pair.a, pair.b, costs);
}

TEST(TopDownBound, IsTheDistanceWhereSubtreesAreCutAddedOrRenamed) {
  EXPECT_EQ(bound("a(b c)", "a(b c)"), 0U);
  EXPECT_EQ(bound("a(b c(d e) f)", "a(b f)"), 3U);
  EXPECT_EQ(bound("a(b f)", "a(b c(d e) f)", {.insert = 5}), 15U);
  EXPECT_EQ(bound("a(b(c d) e)", "a(x(c d) e)", {.rename = 4}), 4U);
  EXPECT_EQ(bound("a(b)", "x(b)"), 1U);
  EXPECT_EQ(bound("", "a(b c)", {.insert = 2}), 6U);
  EXPECT_EQ(bound("", ""), 0U);
}

TEST(TopDownBound, SeesThroughASmallWrapper) {
  EXPECT_EQ(bound("td(b i u)", "td(a(b i u))"), 1U);
  EXPECT_EQ(bound("td(a(b i u))", "td(b i u)", {.remove = 3}), 3U);
}

TEST(TopDownBound, IsNeverBelowTheDistance) {
  Random random(1);
  std::size_t tight = 0;
  for (int round = 0; round < 800; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost distance = reference::tree_edit_distance(a, b, costs);
    const EditCost found = top_down_bound(pair.a, pair.b, costs);
    ASSERT_GE(found, distance) << round;
    ASSERT_LE(found, a.size() * costs.remove + b.size() * costs.insert) << round;
    tight += found == distance ? 1 : 0;
  }
  EXPECT_GT(tight, 500U);
}

TEST(TopDownBound, IsTheSameWhateverWasAskedBefore) {
  Random random(2);
  for (int round = 0; round < 3; ++round) {
    const EditCosts costs = test::random_costs(random);
    Subtrees subtrees;
    std::vector<EditTree> trees;
    for (int i = 0; i < 12; ++i) {
      const auto [a, b] = random_pair_of_trees(random);
      trees.push_back(subtrees.make(a));
      trees.push_back(subtrees.make(b));
    }
    TopDownBound kept(subtrees, costs);
    for (const EditTree& a : trees) {
      for (const EditTree& b : trees) {
        ASSERT_EQ(kept(a.root_id(), b.root_id()), top_down_bound(a, b, costs));
      }
    }
  }
}

TEST(TopDownBound, GivesUpWhereSizesSayEnough) {
  const EditPair pair(tree("a(b c d e f)"), tree("a(b)"));
  TopDownBound bound_of(pair.subtrees, {});
  EXPECT_EQ(bound_of(pair.a.root_id(), pair.b.root_id(), 3), 8U);
  EXPECT_EQ(bound_of(pair.a.root_id(), pair.b.root_id(), 4), 4U);
  EXPECT_EQ(top_down_bound(pair.a, pair.b, {}, 3), 8U);
}

// Makes a root with `children` small trees, all different.
dom::TagTree wide(std::uint32_t children, std::uint32_t first) {
  std::vector<dom::TagTree> made;
  for (std::uint32_t i = 0; i < children; ++i) {
    dom::TagTree child = tree("li(a b(c))");
    child.tags[1] = 1000 + first + i;
    made.push_back(std::move(child));
  }
  return parent_of(html::tag_id("ul"), made);
}

TEST(TopDownBound, AlignsTooManyChildrenNearTheDiagonal) {
  const EditPair pair(wide(3000, 0), wide(3000, 1));  // equal except the first and last child
  EXPECT_EQ(top_down_bound(pair.a, pair.b, {}), 8U);
  const EditPair apart(wide(3000, 0),
                       wide(3000, 1500));  // half of the children are far off the diagonal
  const EditCost found = top_down_bound(apart.a, apart.b, {});
  EXPECT_GE(found, 3000U);
  EXPECT_LE(found, 12'000U);
  TopDownBound kept(apart.subtrees, {});
  EXPECT_EQ(kept(apart.a.root_id(), apart.b.root_id()), found);
  EXPECT_EQ(kept(apart.a.root_id(), apart.b.root_id()), found);
  const EditPair uneven(wide(2, 0), wide(3000, 0));
  EXPECT_EQ(top_down_bound(uneven.a, uneven.b, {}), 4U * 2998U);
}

TEST(TopDownBound, GoesDownAnyDepth) {
  dom::TagTree a = chain(html::tag_id("div"), 50'000);
  dom::TagTree b = a;
  b.tags.back() = html::tag_id("p");
  const EditPair pair(a, b);
  EXPECT_EQ(top_down_bound(pair.a, pair.b, {}), 1U);
}

}  // namespace
}  // namespace pagekin::ted
