#include "pagekin/ted/plan.h"

#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/ted/single_path.h"
#include "pagekin/ted/strategy.h"

#include "reference/tree_edit.h"
#include "support/tree_edit_pairs.h"

namespace pagekin::ted {
namespace {

// Returns a path of that kind to some leaf of the subtree; it depends only on the seed.
PathChoice random_path(const EditTree& tree, std::uint32_t shape, PathKind kind, Random random) {
  const std::uint32_t place = tree.places[shape];
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t i = tree.leftmost(place); i <= place; ++i) {
    if (tree.sizes[i] == 1) leaves.push_back(i - tree.leftmost(place));
  }
  return {kind, false, leaves[random.below(static_cast<std::uint32_t>(leaves.size()))]};
}

// Chooses any kind of path in either tree, or only inner paths.
EditPlan random_plan(const SidedPair& pair, std::uint64_t seed, bool only_inner) {
  return plan_by(pair, [&](std::uint32_t a, std::uint32_t b) {
    Random random = Random(seed).fork(a * 1000 + b);
    const auto kind = only_inner ? PathKind::kInner : static_cast<PathKind>(random.below(3));
    const bool second = random.chance(0.5);
    PathChoice path = random_path(pair.of(second), second ? b : a, kind, random);
    path.in_second = second;
    return path;
  });
}

EditPlan plan_of(const SidedPair& pair, const EditStrategy& strategy) {
  return plan_by(pair, [&](std::uint32_t a, std::uint32_t b) { return strategy.choice(a, b); });
}

TEST(EditPlan, AnyPathsGiveTheDistance) {
  Random random(41);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const EditCase c = random_edit_case(random, 12);
    const SidedPair pair(c.a, c.b);
    const EditCost expected = reference::tree_edit_distance(c.tree_a, c.tree_b, c.costs);
    for (const bool only_inner : {false, true}) {
      const EditPlan plan = random_plan(pair, random.next(), only_inner);
      ASSERT_EQ(carry_out(plan, pair, c.costs), expected) << repeat;
    }
    for (const InnerPaths inner : {InnerPaths::kHeavy, InnerPaths::kAny}) {
      const EditPlan plan = plan_of(pair, EditStrategy(pair, inner));
      ASSERT_EQ(carry_out(plan, pair, c.costs), expected) << repeat;
    }
  }
}

TEST(EditPlan, AnyPathsGiveTheDistanceOfLargerTrees) {
  Random random(42);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const EditCase c = random_edit_case(random, 60);
    const SidedPair pair(c.a, c.b);
    const EditCost expected = carry_out(side_plan(pair), pair, c.costs);
    for (const bool only_inner : {false, true}) {
      const EditPlan plan = random_plan(pair, random.next(), only_inner);
      ASSERT_EQ(carry_out(plan, pair, c.costs), expected) << repeat;
    }
    for (const InnerPaths inner : {InnerPaths::kHeavy, InnerPaths::kAny}) {
      const EditPlan plan = plan_of(pair, EditStrategy(pair, inner));
      ASSERT_EQ(carry_out(plan, pair, c.costs), expected) << repeat;
    }
  }
}

TEST(EditPlan, AnyPathsGiveAllDistancesOfSubtrees) {
  Random random(43);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 15);
    const SidedPair pair(c.a, c.b);
    const auto expected = all_subtree_distances(side_plan(pair), pair, c.costs);
    ASSERT_EQ(all_subtree_distances(random_plan(pair, random.next(), false), pair, c.costs),
              expected);
    ASSERT_EQ(
        all_subtree_distances(plan_of(pair, EditStrategy(pair, InnerPaths::kAny)), pair, c.costs),
        expected);
  }
}

TEST(EditPlan, CountsTheCellsOfItsSteps) {
  Random random(44);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    const SidedPair pair(c.a, c.b);
    const EditPlan plan = random_plan(pair, random.next(), false);
    std::uint64_t cells = 0;
    for (const EditStep& step : plan.steps) cells += step_cells(pair, step);
    ASSERT_EQ(plan.cells, cells);
  }
}

// Computes the sums of sizes over shapes by definition.
TEST(EditPlan, ColumnsAreThoseOfDifferentSubtreesThatStartAPath) {
  Random random(45);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const EditCase c = random_edit_case(random, 30);
    for (const SidedTree& tree : {from_left(c.a), from_right(c.a)}) {
      for (std::uint32_t shape = 0; shape < tree.places.size(); ++shape) {
        const std::uint32_t place = tree.places[shape];
        std::set<std::uint32_t> starts = {shape};
        for (std::uint32_t i = tree.leftmost(place); i < place; ++i) {
          bool first_child = false;
          for (std::uint32_t up = i + 1; up <= place; ++up) {
            first_child |= tree.leftmost(up) == tree.leftmost(i);
          }
          if (!first_child) starts.insert(tree.shapes[i]);
        }
        std::uint64_t columns = 0;
        for (const std::uint32_t start : starts) columns += tree.size_of(start) + 1;
        ASSERT_EQ(tree.columns[shape], columns);
      }
    }
  }
}

// For trees without equal subtrees, no plan is cheaper than that of the strategy.
TEST(EditStrategy, FindsTheCheapestOfManyPlans) {
  Random random(46);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const EditCase c = edit_case(with_own_tags(random_tree(random, 7, 1)),
                                 with_own_tags(random_tree(random, 7, 1)));
    const SidedPair pair(c.a, c.b);
    const EditPlan best = plan_of(pair, EditStrategy(pair, InnerPaths::kAny));
    for (int other = 0; other < 50; ++other) {
      ASSERT_LE(best.cells, random_plan(pair, random.next(), false).cells);
    }
    ASSERT_LE(best.cells, side_plan(pair).cells);
  }
}

// With equal subtrees the best strategy is not known.
TEST(EditStrategy, IsTheBetterTheMorePathsThereAreToChooseFrom) {
  Random random(47);
  int better = 0;
  for (int repeat = 0; repeat < 60; ++repeat) {
    const double bushy = 0.1 * random.below(6);
    const EditCase c = edit_case(with_own_tags(random_tree(random, 80, 1, bushy)),
                                 with_own_tags(random_tree(random, 80, 1, bushy)));
    const SidedPair pair(c.a, c.b);
    const auto cells = [&](InnerPaths inner) {
      return plan_of(pair, EditStrategy(pair, inner)).cells;
    };
    const std::uint64_t heavy = cells(InnerPaths::kHeavy);
    ASSERT_LE(cells(InnerPaths::kAny), heavy);
    ASSERT_LE(heavy, side_plan(pair).cells);
    better += heavy < side_plan(pair).cells ? 1 : 0;
  }
  EXPECT_GT(better, 10);
}

}  // namespace
}  // namespace pagekin::ted
