// Checks for every measure of trees.
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/measure/measure.h"

#include "reference/tree_measures.h"
#include "support/tree_pairs.h"
#include "support/trees.h"

namespace pagekin::measure {

// Makes a page whose tree and clipped tree are equal, so that options make no difference.
inline Features page(const dom::TagTree& tree) {
  Features made;
  made.tree = tree;
  made.clipped_tree = tree;
  made.folded_tree = tree;
  return made;
}

inline double similarity(std::string_view spec, std::string_view a, std::string_view b) {
  return make(spec)->similarity(page(tree(a)), page(tree(b)));
}

// Compares a measure with its twin, in both directions, and with cutoffs around the value.
template <class Twin>
void expect_twin(std::string_view spec, Twin twin, std::uint64_t seed, int rounds = 400) {
  const auto measure = make(spec);
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    const double expected = twin(reference::node(a), reference::node(b));
    const double found = measure->similarity(page(a), page(b));
    ASSERT_NEAR(found, expected, 1e-12) << spec << " round " << round;
    ASSERT_EQ(found, measure->similarity(page(b), page(a))) << spec << " round " << round;
    ASSERT_EQ(measure->similarity(page(a), page(a)), 1) << spec << " round " << round;
    for (const double at_least : {0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, found, found + 1e-9}) {
      const double cut = measure->similarity(page(a), page(b), at_least);
      if (found >= at_least) {
        ASSERT_EQ(cut, found) << spec << " round " << round << " at least " << at_least;
      } else {
        ASSERT_LT(cut, at_least) << spec << " round " << round;
      }
    }
  }
}

inline void expect_empty_sides(std::string_view spec) {
  const auto measure = make(spec);
  EXPECT_EQ(measure->similarity(page({}), page({})), 1);
  EXPECT_EQ(measure->similarity(page({}), page(tree("html(body)"))), 0);
  EXPECT_EQ(measure->similarity(page(tree("html(body)")), page({})), 0);
}

inline void expect_needs_follow_clip(std::string_view name) {
  const Needs clipped = make(name)->needs();
  EXPECT_TRUE(clipped.clipped_tree);
  EXPECT_FALSE(clipped.tree);
  const Needs whole = make(std::string(name) + ":clip=false")->needs();
  EXPECT_FALSE(whole.clipped_tree);
  EXPECT_TRUE(whole.tree);
}

}  // namespace pagekin::measure
