#include "pagekin/align/levenshtein.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/alignment.h"
#include "support/random_sequences.h"

namespace pagekin::align {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  const std::vector<std::uint8_t> x(a.begin(), a.end());
  const std::vector<std::uint8_t> y(b.begin(), b.end());
  return levenshtein<std::uint8_t>(x, y);
}

TEST(Levenshtein, CountsInsertionsDeletionsAndReplacements) {
  EXPECT_EQ(distance("kitten", "sitting"), 3U);
  EXPECT_EQ(distance("flaw", "lawn"), 2U);
  EXPECT_EQ(distance("", ""), 0U);
  EXPECT_EQ(distance("", "abc"), 3U);
  EXPECT_EQ(distance("same", "same"), 0U);
  EXPECT_EQ(distance("abcd", "wxyz"), 4U);
}

template <class T>
class LevenshteinOf : public testing::Test {};
using Symbols = testing::Types<std::uint8_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(LevenshteinOf, Symbols);

TYPED_TEST(LevenshteinOf, RandomSequencesIsWhatTheTextbookTableSays) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto [a, b] = random_pair_of_sequences<TypeParam>(random);
    const std::size_t expected = reference::levenshtein(a, b);
    ASSERT_EQ(levenshtein<TypeParam>(a, b), expected) << "round " << round;
    ASSERT_EQ(levenshtein<TypeParam>(b, a), expected) << "round " << round;
  }
}

TYPED_TEST(LevenshteinOf, AnyLimitIsExactUpToItAndLargerBeyond) {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const auto [a, b] = random_pair_of_sequences<TypeParam>(random);
    const std::size_t expected = reference::levenshtein(a, b);
    for (std::size_t limit = 0; limit <= 310; ++limit) {
      const std::size_t found = levenshtein<TypeParam>(a, b, limit);
      if (expected <= limit) {
        ASSERT_EQ(found, expected) << "round " << round << " limit " << limit;
      } else {
        ASSERT_GT(found, limit) << "round " << round;
        ASSERT_LE(found, std::max(expected, limit + 1)) << "round " << round << " limit " << limit;
      }
    }
  }
}

TEST(Levenshtein, WidensItsBandUntilItIsWideEnough) {
  Random random(3);
  const auto a = random_sequence<std::uint32_t>(random, 1000, 30);
  for (const std::size_t edits : {50U, 150U, 750U}) {
    const auto b = edited(random, a, edits, 30);
    EXPECT_EQ(levenshtein<std::uint32_t>(a, b), reference::levenshtein(a, b)) << edits;
  }
}

TEST(Levenshtein, HandlesSequencesOfAllDifferentSymbols) {
  std::vector<std::uint64_t> a(20'000);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
  std::vector<std::uint64_t> b(a.begin() + 5, a.end());
  b[10'000] = 1'000'000;
  EXPECT_EQ(levenshtein<std::uint64_t>(a, b), 6U);
}

}  // namespace
}  // namespace pagekin::align
