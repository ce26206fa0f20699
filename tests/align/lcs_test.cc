#include "pagekin/align/lcs.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/alignment.h"
#include "support/random_sequences.h"

namespace pagekin::align {
namespace {

std::size_t length(std::string_view a, std::string_view b) {
  const std::vector<std::uint8_t> x(a.begin(), a.end());
  const std::vector<std::uint8_t> y(b.begin(), b.end());
  return lcs<std::uint8_t>(x, y);
}

TEST(Lcs, IsTheLengthOfTheLongestCommonSubsequence) {
  EXPECT_EQ(length("abcbdab", "bdcaba"), 4U);
  EXPECT_EQ(length("", "abc"), 0U);
  EXPECT_EQ(length("", ""), 0U);
  EXPECT_EQ(length("abc", "xyz"), 0U);
  EXPECT_EQ(length("same", "same"), 4U);
}

template <class T>
class LcsOf : public testing::Test {};
using Symbols = testing::Types<std::uint8_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(LcsOf, Symbols);

TYPED_TEST(LcsOf, RandomSequencesIsWhatTheTextbookTableSays) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_sequences<TypeParam>(random);
    const std::size_t expected = reference::lcs(a, b);
    ASSERT_EQ(lcs<TypeParam>(a, b), expected) << "round " << round;
    ASSERT_EQ(lcs<TypeParam>(b, a), expected) << "round " << round;
  }
}

TYPED_TEST(LcsOf, AnyGoalIsExactFromItOnAndSmallerBelow) {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const auto [a, b] = random_pair_of_sequences<TypeParam>(random);
    const std::size_t expected = reference::lcs(a, b);
    for (std::size_t goal = 0; goal <= 310; ++goal) {
      const std::size_t found = lcs<TypeParam>(a, b, goal);
      if (expected >= goal) {
        ASSERT_EQ(found, expected) << "round " << round << " goal " << goal;
      } else {
        ASSERT_LT(found, goal) << "round " << round;
      }
    }
  }
}

TEST(Lcs, WidensItsBandUntilItIsWideEnough) {
  Random random(3);
  const auto a = random_sequence<std::uint32_t>(random, 2000, 30);
  for (const std::size_t edits : {100U, 300U, 1500U}) {
    const auto b = edited(random, a, edits, 30);
    EXPECT_EQ(lcs<std::uint32_t>(a, b), reference::lcs(a, b)) << edits;
  }
}

}  // namespace
}  // namespace pagekin::align
