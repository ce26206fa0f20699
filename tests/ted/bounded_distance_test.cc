#include "pagekin/ted/bounded_distance.h"

#include <cstdint>
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

EditCost bounded(const char* a, const char* b, EditCost at_most, const EditCosts& costs = {}) {
  const EditPair pair(tree(a), tree(b));
  return bounded_distance(pair.a, pair.b, costs, at_most);
}

TEST(BoundedDistance, FindsDistancesWithinTheBound) {
  EXPECT_EQ(bounded("a(b c)", "a(b c)", 0), 0U);
  EXPECT_EQ(bounded("a(b c)", "a(b d)", 1), 1U);
  EXPECT_EQ(bounded("a(b(c d))", "a(c d)", 1), 1U);  // a wrapper is removed
  EXPECT_EQ(bounded("f(a e(c(b) d))", "f(a c(e(b d)))", 2), 2U);
  EXPECT_EQ(bounded("a", "b", 5), 1U);
  EXPECT_EQ(bounded("", "a(b c)", 5), 3U);
  EXPECT_EQ(bounded("a(b c)", "", 5, {.remove = 7}), 21U);
  EXPECT_EQ(bounded("", "", 0), 0U);
}

TEST(BoundedDistance, SaysWhereTheDistanceIsLarger) {
  EXPECT_GT(bounded("a(b c)", "a(b d)", 0), 0U);
  EXPECT_GT(bounded("f(a e(c(b) d))", "f(a c(e(b d)))", 1), 1U);
  EXPECT_GT(bounded("", "a(b c)", 2), 2U);
}

TEST(BoundedDistance, GivesTheDistanceUpToAnyBound) {
  Random random(1);
  for (int round = 0; round < test::rounds(1500); ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost expected = reference::tree_edit_distance(a, b, costs);
    for (EditCost at_most = 0; at_most <= expected + 2; ++at_most) {
      const EditCost found = bounded_distance(pair.a, pair.b, costs, at_most);
      if (expected <= at_most) {
        ASSERT_EQ(found, expected) << "round " << round << " at most " << at_most;
      } else {
        ASSERT_GT(found, at_most) << "round " << round;
      }
    }
    ASSERT_EQ(bounded_distance(pair.a, pair.b, costs, UINT64_MAX), expected) << round;
  }
}

TEST(BoundedDistance, GivesTheSameForLargeCosts) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditPair pair(a, b);
    for (const EditCost unit : {EditCost{1000}, EditCost{1} << 20U, EditCost{1} << 40U}) {
      const EditCosts costs{2 * unit, 3 * unit, 4 * unit};
      const EditCost expected = unit * reference::tree_edit_distance(a, b, {2, 3, 4});
      ASSERT_EQ(bounded_distance(pair.a, pair.b, costs, UINT64_MAX), expected) << round;
      ASSERT_EQ(bounded_distance(pair.a, pair.b, costs, expected), expected) << round;
      if (expected > 0) {
        ASSERT_GE(bounded_distance(pair.a, pair.b, costs, expected - 1), expected);
      }
    }
  }
}

TEST(BoundedDistance, ProfitsFromEarlierBounds) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = test::random_small_trees(random);
    const EditCosts costs = test::random_costs(random);
    const EditPair pair(a, b);
    const EditCost expected = reference::tree_edit_distance(a, b, costs);
    BoundedDistance search(pair.a, pair.b, costs);
    for (const EditCost at_most : {expected / 4, expected / 2, expected, expected + 9, expected}) {
      const auto found = search(at_most, {UINT64_MAX, UINT64_MAX});
      ASSERT_TRUE(found.has_value());
      ASSERT_EQ(*found <= at_most, expected <= at_most);
      if (*found <= at_most) {
        ASSERT_EQ(*found, expected) << "round " << round;
      }
    }
  }
}

// Makes a page of rows, and a copy of it with some elements renamed, removed or repeated.
std::pair<dom::TagTree, dom::TagTree> pages_of_rows(std::uint32_t rows, double changes) {
  Random random(4);
  std::vector<dom::TagTree> made;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const std::string cells[] = {"td(a)", "td(b)", "td(span a)", "td"};
    std::string row = "tr(";
    for (int cell = 0; cell < 5; ++cell) row += cells[random.below(4)] + " ";
    made.push_back(tree(row + ")"));
  }
  dom::TagTree a = parent_of(html::tag_id("table"), made);
  dom::TagTree b = altered(random, a, changes);
  return {std::move(a), std::move(b)};
}

TEST(BoundedDistance, TakesStepsThatGrowWithTheBound) {
  const auto [a, b] = pages_of_rows(120, 0.01);
  const EditPair pair(a, b);
  const EditCost distance = bounded_distance(pair.a, pair.b, {}, UINT64_MAX);
  ASSERT_GT(distance, 10U);
  ASSERT_LT(distance, 100U);
  std::uint64_t before = 0;
  for (const EditCost at_most : {distance, 2 * distance, 4 * distance, 8 * distance}) {
    EditWork work;
    ASSERT_EQ(bounded_distance(pair.a, pair.b, {}, at_most, &work), distance);
    EXPECT_GE(work.cells, before);
    EXPECT_LT(work.cells, a.size() * at_most * at_most);
    before = work.cells;
  }
  // The tables of all pairs of subtrees would have a hundred times as many cells.
  EXPECT_LT(before, a.size() * b.size() * 100);
  EditWork too_little;
  EXPECT_GT(bounded_distance(pair.a, pair.b, {}, distance / 4, &too_little), distance / 4);
  EXPECT_LT(too_little.cells, 2 * a.size());
}

TEST(BoundedDistance, StopsAtLimits) {
  const auto [a, b] = pages_of_rows(60, 0.1);
  const EditPair pair(a, b);
  const EditCost distance = bounded_distance(pair.a, pair.b, {}, UINT64_MAX);
  BoundedDistance search(pair.a, pair.b, {});
  EXPECT_FALSE(search(distance, {1000, UINT64_MAX}).has_value());
  EXPECT_LT(search.work().cells, 30'000U);  // the limit is checked only when a table is begun
  EXPECT_EQ(search(distance, {UINT64_MAX, UINT64_MAX}), distance);
  BoundedDistance small(pair.a, pair.b, {});
  EXPECT_FALSE(small(distance, {UINT64_MAX, 50'000}).has_value());
  EXPECT_LE(small.work().bytes, 50'000U);
  EXPECT_FALSE(small(distance, {UINT64_MAX, 0}).has_value());
  EXPECT_EQ(small(distance, {UINT64_MAX, UINT64_MAX}), distance);
}

TEST(BoundedDistance, GoesDownAnyDepth) {
  constexpr std::uint32_t depth = 50'000;
  const dom::TagTree a = chain(html::tag_id("div"), depth);
  dom::TagTree b = a;
  for (const std::size_t at : {std::size_t{100}, std::size_t{20'000}, std::size_t{49'999}}) {
    b.tags[at] = html::tag_id("p");
  }
  const EditPair pair(a, b);
  EXPECT_EQ(bounded_distance(pair.a, pair.b, {}, 5), 3U);
  EXPECT_GT(bounded_distance(pair.a, pair.b, {}, 2), 2U);
}

// A case has five lines: a comment, two trees, the bound, the distance or INF.
TEST(BoundedDistance, AgreesWithTheCasesOfTreeSimilarity) {
  PAGEKIN_NEEDS_SHARED();
  std::istringstream lines(test::read_file(
      test::shared_dir() / "suites/ted/tree-similarity/touzet/touzet_ted_test_data.txt"));
  std::size_t cases = 0;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] != '{') continue;
    std::string other;
    std::string bound;
    std::string expected;
    std::getline(lines, other);
    std::getline(lines, bound);
    std::getline(lines, expected);
    const EditPair pair(test::bracket_tree(line), test::bracket_tree(other));
    const EditCost at_most = std::stoull(bound);
    const EditCost found = bounded_distance(pair.a, pair.b, {}, at_most);
    if (expected.substr(0, 3) == "INF") {
      EXPECT_GT(found, at_most) << line << '\n' << other;
    } else {
      EXPECT_EQ(found, std::stoull(expected)) << line << '\n' << other;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 103U);
}

}  // namespace
}  // namespace pagekin::ted
