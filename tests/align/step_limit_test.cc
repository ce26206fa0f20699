#include "pagekin/align/step_limit.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/align/lcs.h"
#include "pagekin/align/levenshtein.h"
#include "pagekin/align/subtree_matching.h"
#include "pagekin/align/top_down_alignment.h"
#include "pagekin/core/random.h"

#include "support/random_sequences.h"
#include "support/tree_pairs.h"
#include "support/trees.h"

namespace pagekin::align {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers random_symbols(Random& random, std::size_t count, std::uint32_t kinds) {
  Numbers symbols(count);
  for (std::uint32_t& symbol : symbols) symbol = random.below(kinds);
  return symbols;
}

TEST(StepLimit, BoundsOfSequencesEncloseTheAnswer) {
  Random random(1);
  std::size_t inexact = 0;
  for (int round = 0; round < 200; ++round) {
    const Numbers a = random_symbols(random, 1 + random.below(700), 3);
    const Numbers b = random_symbols(random, 1 + random.below(700), 3);
    const std::size_t distance = levenshtein<std::uint32_t>(a, b);
    const std::size_t length = lcs<std::uint32_t>(a, b);
    for (const std::uint64_t steps : {0U, 500U, 2000U, 1'000'000U}) {
      const Range edits = levenshtein_range<std::uint32_t>(a, b, SIZE_MAX, steps);
      const Range common = lcs_range<std::uint32_t>(a, b, 0, steps);
      ASSERT_LE(edits.low, distance);
      ASSERT_GE(edits.high, distance);
      ASSERT_LE(common.low, length);
      ASSERT_GE(common.high, length);
      ASSERT_LE(edits.steps, steps);
      ASSERT_LE(common.steps, steps);
      const Range turned = levenshtein_range<std::uint32_t>(b, a, SIZE_MAX, steps);
      ASSERT_EQ(turned.low, edits.low);
      ASSERT_EQ(turned.high, edits.high);
      inexact += edits.is_exact() ? 0 : 1;
    }
    ASSERT_TRUE(levenshtein_range<std::uint32_t>(a, b, SIZE_MAX, 1'000'000).is_exact());
    ASSERT_TRUE(lcs_range<std::uint32_t>(a, b, 0, 1'000'000).is_exact());
  }
  EXPECT_GT(inexact, 100U);
}

// 300,000 symbols each, with nothing in common but their kinds: 10^11 cells.
TEST(StepLimit, HoldsForLongSequences) {
  Random random(2);
  const Numbers a = random_symbols(random, 300'000, 5);
  const Numbers b = random_symbols(random, 300'000, 5);
  constexpr std::uint64_t most = 1U << 20;
  const Range edits = levenshtein_range<std::uint32_t>(a, b, SIZE_MAX, most);
  const Range common = lcs_range<std::uint32_t>(a, b, 0, most);
  EXPECT_LE(edits.steps, most);
  EXPECT_LE(common.steps, most);
  EXPECT_LT(edits.low, edits.high);
  EXPECT_LT(edits.high, 260'000U);  // one symbol in five is equal by chance
  EXPECT_LT(common.low, common.high);
  EXPECT_GT(common.low, 50'000U);
}

TEST(StepLimit, GainOfACutAlignmentIsALowerBound) {
  Random random(3);
  std::size_t cut = 0;
  for (int round = 0; round < 400; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    for (const Gains gains : {Gains{1, 0}, Gains{2, 1}}) {
      const TopDownAlignment best = align_top_down(a, b, gains);
      ASSERT_TRUE(best.is_best);
      for (const std::uint64_t steps : {0U, 1U, 3U, 10U, 50U}) {
        const TopDownAlignment found = align_top_down(a, b, gains, steps);
        ASSERT_LE(found.gain, best.gain);
        ASSERT_GE(found.gain, gains.different);
        if (found.is_best) {
          ASSERT_EQ(found.gain, best.gain);
        } else {
          ++cut;
        }
        const TopDownAlignment turned = align_top_down(b, a, gains, steps);
        ASSERT_EQ(turned.gain, found.gain);
        ASSERT_EQ(turned.is_best, found.is_best);
      }
    }
  }
  EXPECT_GT(cut, 100U);
}

TEST(StepLimit, SimilarityOfACutMatchingIsALowerBound) {
  Random random(4);
  std::size_t cut = 0;
  for (int round = 0; round < 400; ++round) {
    const auto [a, b] = random_pair_of_trees(random);
    for (const Partners partners : {Partners::kOne, Partners::kMany}) {
      for (const std::size_t cells : {std::size_t{0}, kMostCells}) {
        const double exact = match_subtrees(a, b, partners).similarity;
        for (const std::uint64_t steps : {0U, 1U, 3U, 10U, 50U}) {
          const SubtreeMatching found = match_subtrees(a, b, partners, cells, steps);
          ASSERT_LE(found.similarity, exact + 1e-12);
          ASSERT_GE(found.at_most, exact - 1e-9);
          const SubtreeMatching turned = match_subtrees(b, a, partners, cells, steps);
          ASSERT_EQ(turned.similarity, found.similarity);
          cut += found.at_most > found.similarity ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(cut, 100U);
}

// Two parents with thousands of children that are all different and all alike.
TEST(StepLimit, HoldsForWideTrees) {
  const auto wide = [](std::uint64_t seed) {
    Random random(seed);
    std::vector<dom::TagTree> rows;
    for (int i = 0; i < 3000; ++i) {
      std::vector<dom::TagTree> leaves(3 + random.below(12), dom::TagTree());
      for (dom::TagTree& leaf : leaves) leaf = parent_of(2 + random.below(4), {});
      rows.push_back(parent_of(1, leaves));
    }
    return parent_of(1, rows);
  };
  const dom::TagTree a = wide(5);
  const dom::TagTree b = wide(6);
  constexpr std::uint64_t most = 100'000;
  EXPECT_LE(align_top_down(a, b, {1, 0}, most).steps, most + 100);
  EXPECT_LE(align_top_down(a, b, {2, 1}, most).steps, most + 100);
  for (const Partners partners : {Partners::kOne, Partners::kMany}) {
    for (const std::size_t cells : {std::size_t{0}, kMostCells}) {
      EXPECT_LE(match_subtrees(a, b, partners, cells, most).steps, most + 10'000);
    }
  }
}

}  // namespace
}  // namespace pagekin::align
