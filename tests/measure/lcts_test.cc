#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/measure/measure.h"

#include "reference/alignment.h"
#include "support/random_sequences.h"

namespace pagekin::measure {
namespace {

Features tags(std::vector<html::TagId> sequence) {
  Features made;
  made.tag_sequence = std::move(sequence);
  return made;
}

TEST(Lcts, IsTheLongestCommonSubsequenceOverTheLongerLength) {
  const auto measure = make("lcts");
  EXPECT_DOUBLE_EQ(measure->similarity(tags({1, 2, 3, 2, 1}), tags({1, 3, 1})), 3.0 / 5);
  EXPECT_DOUBLE_EQ(measure->similarity(tags({1, 2}), tags({3, 4, 5})), 0);
  EXPECT_EQ(measure->basis(tags({1, 2, 3, 2, 1}), tags({1, 3, 1})).shared, 3U);
}

TEST(Lcts, OfPagesWithoutTags) {
  const auto measure = make("lcts");
  EXPECT_EQ(measure->similarity(tags({}), tags({})), 1);
  EXPECT_EQ(measure->similarity(tags({}), tags({1})), 0);
}

TEST(Lcts, IsWhatTheDefinitionSaysAndKeepsItsVerdictWithACutoff) {
  const auto measure = make("lcts");
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_sequences<html::TagId>(random);
    const std::size_t longer = std::max(a.size(), b.size());
    const double expected =
        longer == 0 ? 1 : static_cast<double>(reference::lcs(a, b)) / static_cast<double>(longer);
    const double found = measure->similarity(tags(a), tags(b));
    ASSERT_EQ(found, expected) << round;
    ASSERT_EQ(measure->similarity(tags(b), tags(a)), found) << round;
    for (const double at_least : {0.1, 0.5, 0.8, 0.95, 1.0, found, found + 1e-9}) {
      const double cut = measure->similarity(tags(a), tags(b), at_least);
      if (found >= at_least) {
        ASSERT_EQ(cut, found) << round << " at least " << at_least;
      } else {
        ASSERT_LT(cut, at_least) << round;
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::measure
