#include "pagekin/ted/edit_mapping.h"

#include <utility>

#include <gtest/gtest.h>

#include "pagekin/ted/exact_distance.h"

#include "reference/tree_edit.h"
#include "support/tree_edit_pairs.h"
#include "support/tree_pairs.h"

namespace pagekin::ted {
namespace {

using Mapping = std::vector<MappedPair>;

void expect_optimal(const EditCase& c) {
  const Mapping mapping = edit_mapping(c.a, c.b, c.costs);
  reference::ElementPairs pairs;
  for (const MappedPair& pair : mapping) {
    ASSERT_TRUE(pairs.empty() || pairs.back().first < pair.element_a);
    pairs.emplace_back(pair.element_a, pair.element_b);
  }
  ASSERT_TRUE(reference::is_edit_mapping(c.tree_a, c.tree_b, pairs));
  ASSERT_EQ(reference::mapping_cost(c.tree_a, c.tree_b, pairs, c.costs),
            ted::apted(c.a, c.b, c.costs));
}

TEST(EditMapping, IsValidAndCostsTheDistance) {
  Random random(51);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    expect_optimal(random_edit_case(random, 12));
    ASSERT_FALSE(HasFailure()) << repeat;
  }
}

TEST(EditMapping, IsValidAndCostsTheDistanceOfLargerTrees) {
  Random random(52);
  for (int repeat = 0; repeat < 200; ++repeat) {
    auto [a, b] = random_pair_of_trees(random);
    expect_optimal(edit_case(std::move(a), std::move(b),
                             repeat % 2 == 0 ? ted::EditCosts{} : random_costs(random)));
    ASSERT_FALSE(HasFailure()) << repeat;
  }
}

TEST(EditMapping, OfEqualTreesIsAllOfThem) {
  const dom::TagTree page = tree("html(head body(p p))");
  const EditCase c = edit_case(page, page);
  EXPECT_EQ(edit_mapping(c.a, c.b, {}), (Mapping{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}}));
}

TEST(EditMapping, LeavesOutWhatWasRemovedAndInserted) {
  const EditCase c = edit_case(tree("div(p(b) ul(li li))"), tree("div(p section(ul(li li)))"));
  EXPECT_EQ(edit_mapping(c.a, c.b, {}), (Mapping{{0, 0}, {1, 1}, {3, 3}, {4, 4}, {5, 5}}));
}

TEST(EditMapping, KeepsARenamedElementUnlessRenamingIsDear) {
  const EditCase c = edit_case(tree("div(p)"), tree("div(b)"));
  EXPECT_EQ(edit_mapping(c.a, c.b, {1, 1, 2}), (Mapping{{0, 0}, {1, 1}}));
  EXPECT_EQ(edit_mapping(c.a, c.b, {1, 1, 3}), (Mapping{{0, 0}}));
}

TEST(EditMapping, OfAnEmptyTreeIsEmpty) {
  const EditCase c = edit_case({}, tree("p(b)"));
  EXPECT_TRUE(edit_mapping(c.a, c.b, {}).empty());
  EXPECT_TRUE(edit_mapping(c.b, c.a, {}).empty());
  EXPECT_TRUE(edit_mapping(c.a, c.a, {}).empty());
}

TEST(EditMapping, GoesDownDeepTreesWithoutRecursion) {
  for (const Comb kind : {Comb::kLeafLeft, Comb::kLeafRight, Comb::kZigzag}) {
    expect_optimal(edit_case(comb(kind, 60), comb(Comb::kZigzag, 50)));
    expect_optimal(edit_case(comb(kind, 40), chain(1, 80)));
  }
  const EditCase chains = edit_case(chain(1, 1500), chain(1, 1400));
  EXPECT_EQ(edit_mapping(chains.a, chains.b, {}).size(), 1400U);
}

}  // namespace
}  // namespace pagekin::ted
