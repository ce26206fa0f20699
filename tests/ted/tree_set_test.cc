#include "pagekin/ted/tree_set.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/ted/distance.h"

#include "support/bracket_trees.h"
#include "support/mutated_trees.h"
#include "support/shared.h"
#include "support/trees.h"

namespace pagekin::ted {
namespace {

std::vector<const dom::TagTree*> pointers_to(const std::vector<dom::TagTree>& trees) {
  std::vector<const dom::TagTree*> pointers;
  for (const dom::TagTree& tree : trees) pointers.push_back(&tree);
  return pointers;
}

TEST(TreeSet, EqualTreesHaveEqualNumbers) {
  const std::vector<dom::TagTree> trees{tree("div(p)"), {}, tree("div(b)"), tree("div(p)"), {}};
  const TreeSet set(pointers_to(trees), {});
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < trees.size(); ++i) numbers.push_back(set.number(i));
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 1, 2, 0, 1}));
  EXPECT_EQ(set.size(0), 2U);
  EXPECT_EQ(set.size(1), 0U);
}

// The distances of pairs of a set are those of two trees by themselves, in either order.
TEST(TreeSet, AgreesWithTheDistanceOfTwoTrees) {
  Random random(7);
  const dom::TagTree base = random_tree(random, 60, 5, 0.4);
  std::vector<dom::TagTree> trees;
  for (int i = 0; i < 12; ++i) trees.push_back(test::mutated(base, 1 + random.below(20), random));
  for (const EditCosts costs : {EditCosts{1, 1, 1}, EditCosts{2, 2, 3}}) {
    const TreeDistanceQuestion question{.costs = costs};
    const TreeSet set(pointers_to(trees), question);
    for (std::size_t a = 0; a < trees.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const std::uint32_t x = set.number(a);
        const std::uint32_t y = set.number(b);
        if (x == y) continue;
        Subtrees subtrees;
        const EditTree first = subtrees.make(trees[a]);
        const EditCost distance = tree_distance(first, subtrees.make(trees[b]), question).low;
        for (const EditCost at_most : {distance - 1, distance, distance + 5}) {
          const TreeSet::Answer exact = set.within(x, y, at_most, true);
          ASSERT_EQ(exact.within, distance <= at_most);
          if (exact.within) {
            ASSERT_EQ(exact.distance, distance);
          }
          for (const bool is_exact : {false, true}) {
            const TreeSet::Answer one = set.within(x, y, at_most, is_exact);
            const TreeSet::Answer other = set.within(y, x, at_most, is_exact);
            ASSERT_EQ(one.within, exact.within);
            ASSERT_EQ(one.within, other.within);
            ASSERT_EQ(one.stage, other.stage);
            ASSERT_EQ(one.distance, other.distance);
            ASSERT_LE(one.distance, at_most);
            ASSERT_GE(one.distance, one.within ? distance : 0);
          }
        }
      }
    }
  }
}

std::vector<dom::TagTree> read_trees(const std::filesystem::path& path) {
  std::vector<dom::TagTree> trees;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) trees.push_back(test::bracket_tree(line));
  }
  return trees;
}

// Line i of the results has the number of pairs with a distance of at most i.
TEST(TreeSet, JoinsOfTheSuiteHaveAsManyPairs) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites/ted/tree-similarity/join";
  for (const char* name : {"20", "129", "299"}) {
    const auto trees = read_trees(folder / ("join_test_data_" + std::string(name) + ".txt"));
    const TreeSet set(pointers_to(trees), {});
    std::ifstream results(folder / ("join_test_results_" + std::string(name) + ".txt"));
    std::size_t expected = 0;
    EditCost at_most = 1;
    for (; results >> expected; ++at_most) {
      for (const bool exact : {false, true}) {
        std::size_t pairs = 0;
        for (std::size_t a = 0; a < trees.size(); ++a) {
          for (std::size_t b = 0; b < a; ++b) {
            const std::uint32_t x = set.number(a);
            const std::uint32_t y = set.number(b);
            if (x == y || set.within(x, y, at_most, exact).within) ++pairs;
          }
        }
        EXPECT_EQ(pairs, expected) << name << " trees, distance " << at_most;
      }
    }
    EXPECT_EQ(at_most, 16U);
  }
}

}  // namespace
}  // namespace pagekin::ted
