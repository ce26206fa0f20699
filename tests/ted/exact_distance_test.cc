// zhang_shasha, rted and apted all give the distance.
#include "pagekin/ted/exact_distance.h"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "reference/tree_edit.h"
#include "support/rounds.h"
#include "support/tree_edit_pairs.h"
#include "support/tree_pairs.h"

namespace pagekin::ted {
namespace {

constexpr auto kExactAlgorithms = {&zhang_shasha, &rted, &apted};

// Returns the distance by all three algorithms, which must agree.
EditCost distance(const EditTree& a, const EditTree& b, const EditCosts& costs = {}) {
  const EditCost d = apted(a, b, costs, nullptr);
  EXPECT_EQ(zhang_shasha(a, b, costs, nullptr), d);
  EXPECT_EQ(rted(a, b, costs, nullptr), d);
  return d;
}
EditCost distance(const EditCase& c) { return distance(c.a, c.b, c.costs); }

TEST(ExactDistance, IsTheRecursiveDefinitionOnThousandsOfPairs) {
  Random random(1);
  for (int repeat = 0; repeat < test::rounds(10'000); ++repeat) {
    const EditCase c = random_edit_case(random, 4 + random.below(9));
    ASSERT_EQ(distance(c), reference::tree_edit_distance(c.tree_a, c.tree_b, c.costs)) << repeat;
  }
}

TEST(ExactDistance, IsTheCostOfTheCheapestMapping) {
  Random random(2);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const EditCase c = random_edit_case(random, 6);
    ASSERT_EQ(distance(c), reference::cheapest_mapping(c.tree_a, c.tree_b, c.costs)) << repeat;
  }
}

TEST(ExactDistance, IsTheSameByAllAlgorithmsOnLargerTrees) {
  Random random(3);
  for (int repeat = 0; repeat < 300; ++repeat) {
    auto [a, b] = random_pair_of_trees(random);
    const EditCosts costs = repeat % 2 == 0 ? EditCosts{} : random_costs(random);
    distance(edit_case(std::move(a), std::move(b), costs));
    ASSERT_FALSE(HasFailure()) << repeat;
  }
}

TEST(ExactDistance, OfEqualTreesIsZero) {
  Random random(4);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const dom::TagTree tree = random_tree(random, 60, 4);
    const EditCase c = edit_case(tree, tree, random_costs(random));
    ASSERT_EQ(distance(c), 0U);
    // Trees of different Subtrees share no ids, so the algorithms do not see that they are equal.
    EditCase other = edit_case(tree, tree);
    other.b.ids.assign(other.b.ids.size(), UINT32_MAX);
    ASSERT_EQ(distance(other), 0U);
  }
}

TEST(ExactDistance, OneLabelChangedCostsOneRename) {
  Random random(5);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const dom::TagTree tree = random_tree(random, 60, 4);
    dom::TagTree changed = tree;
    changed.tags[random.below(static_cast<std::uint32_t>(tree.size()))] = html::kTagVideo;
    ASSERT_EQ(distance(edit_case(tree, changed, {4, 4, 3})), 3U);
    ASSERT_EQ(distance(edit_case(tree, changed, {1, 2, 9})), 3U);  // removed and inserted
  }
}

TEST(ExactDistance, TheOtherWayRoundCostsAreReversed) {
  Random random(6);
  for (int repeat = 0; repeat < 150; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    ASSERT_EQ(distance(c),
              distance(c.b, c.a, EditCosts{c.costs.remove, c.costs.insert, c.costs.rename}));
  }
}

TEST(ExactDistance, KeepsTheTriangleInequality) {
  Random random(7);
  for (int repeat = 0; repeat < 150; ++repeat) {
    Subtrees subtrees;
    EditTree trees[3];
    for (EditTree& tree : trees) tree = subtrees.make(random_tree(random, 15, 3));
    const EditCost either = 1 + random.below(5);
    const EditCosts metric{either, either,
                           1 + random.below(static_cast<std::uint32_t>(2 * either))};
    const auto d = [&](int i, int j) { return distance(trees[i], trees[j], metric); };
    ASSERT_LE(d(0, 2), d(0, 1) + d(1, 2));
  }
}

TEST(ExactDistance, OfAnEmptyTreeIsTheCostOfTheOther) {
  const EditCosts costs{2, 3, 1};
  EXPECT_EQ(distance(edit_case({}, tree("div(p p)"), costs)), 6U);
  EXPECT_EQ(distance(edit_case(tree("div(p p)"), {}, costs)), 9U);
  EXPECT_EQ(distance(edit_case({}, {}, costs)), 0U);
}

// Cells of 16, 32 and 64 bits must give the same distance.
TEST(ExactDistance, GrowsWithTheCosts) {
  Random random(8);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const EditCase c = random_edit_case(random, 40);
    const EditCost d = distance(c);
    for (const EditCost factor : {EditCost{1000}, EditCost{10'000'000}, EditCost{1} << 50}) {
      const EditCosts costs{c.costs.insert * factor, c.costs.remove * factor,
                            c.costs.rename * factor};
      ASSERT_EQ(distance(c.a, c.b, costs), d * factor);
    }
  }
}

TEST(ExactDistance, CellsAreChosenAtTheVeryLimit) {
  // n1 * remove + n2 * insert just below, at and above what small and middle cells hold.
  for (const EditCost far : {EditCost{1} << 15, EditCost{1} << 31}) {
    for (EditCost about = far - 30; about < far + 30; ++about) {
      const EditCosts costs{(about - 4) / 5, 1, about};
      const EditCase c = edit_case(tree("a(b c d)"), tree("e(f(g h) i)"), costs);
      ASSERT_EQ(distance(c), 4 * costs.remove + 5 * costs.insert);
    }
  }
}

TEST(ExactDistance, CostsThatAreTooLargeAreAnError) {
  const EditCase c = edit_case(tree("a(b c d)"), tree("e(f)"));
  for (const auto algorithm : kExactAlgorithms) {
    EXPECT_THROW(algorithm(c.a, c.b, {1, EditCost{1} << 61, 1}, nullptr), Error);
    EXPECT_THROW(algorithm(c.a, c.b, {EditCost{1} << 63, 1, 1}, nullptr), Error);
    const EditCosts largest{1, (EditCost{1} << 61) - 1, EditCost{1} << 63};
    EXPECT_EQ(algorithm(c.a, c.b, largest, nullptr), 4 * largest.remove + 2);
  }
}

TEST(ExactDistance, OfLongChainsTakesNoRecursionAndNoTable) {
  const EditCase c = edit_case(chain(1, 20'000), chain(2, 300));
  for (const auto algorithm : kExactAlgorithms) {
    EditWork work;
    EXPECT_EQ(algorithm(c.a, c.b, {}, &work), 20'000U);
    EXPECT_LT(work.cells, 8'000'000U);
    EXPECT_LT(work.bytes, 2'000'000U);
  }
  const EditCase longer = edit_case(chain(1, 20'000), chain(2, 19'000));
  EXPECT_LT(apted_work(longer.a, longer.b, {}).cells, 400'000'000U);
  EXPECT_LT(apted_work(longer.a, longer.b, {}).bytes, 3'000'000U);
}

TEST(ExactDistance, OfLongListsTakesNoTable) {
  const EditCase c = edit_case(flat(1, 2, 20'000), flat(1, 3, 300));
  for (const auto algorithm : kExactAlgorithms) {
    EditWork work;
    EXPECT_EQ(algorithm(c.a, c.b, {}, &work), 20'000U);
    EXPECT_LT(work.cells, 8'000'000U);
    EXPECT_LT(work.bytes, 2'000'000U);
  }
  const EditCase mixed = edit_case(flat(1, 2, 20'000), chain(2, 200));
  EXPECT_EQ(distance(mixed), 19'999U + 198U + 1U);  // two pairs, one of them renamed
}

TEST(ExactDistance, CombsOfAllKindsAreCompared) {
  for (const Comb kind_a : {Comb::kLeafLeft, Comb::kLeafRight, Comb::kZigzag}) {
    for (const Comb kind_b : {Comb::kLeafLeft, Comb::kLeafRight, Comb::kZigzag}) {
      const EditCase small = edit_case(comb(kind_a, 6), comb(kind_b, 7));
      ASSERT_EQ(distance(small), reference::tree_edit_distance(small.tree_a, small.tree_b));
      distance(edit_case(comb(kind_a, 40), comb(kind_b, 50), {3, 2, 4}));
      distance(edit_case(with_own_tags(comb(kind_a, 30)), with_own_tags(comb(kind_b, 35))));
      ASSERT_FALSE(HasFailure());
    }
  }
}

}  // namespace
}  // namespace pagekin::ted
