#include "pagekin/features/shingles.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/tree_features.h"

namespace pagekin::features {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::vector<std::uint64_t> shingles_of(const Numbers& sequence, int k) {
  return shingles(std::span<const std::uint32_t>(sequence), k);
}

TEST(Shingles, AreTheDifferentRunsOfNeighbours) {
  EXPECT_EQ(shingles_of({1, 2, 3, 1, 2}, 2).size(), 3u);
  EXPECT_EQ(shingles_of({1, 2, 3, 1, 2}, 2), shingles_of({3, 1, 2, 3}, 2));
  EXPECT_NE(shingles_of({1, 2}, 2), shingles_of({2, 1}, 2));
}

TEST(Shingles, OfOneAreTheMembers) { EXPECT_EQ(shingles_of({5, 7, 5}, 1), shingles_of({7, 5}, 1)); }

TEST(Shingles, AShortSequenceIsOne) {
  EXPECT_EQ(shingles_of({1, 2, 3}, 4).size(), 1u);
  EXPECT_EQ(shingles_of({1, 2, 3}, 4), shingles_of({1, 2, 3}, 9));
  EXPECT_NE(shingles_of({1, 2, 3}, 4), shingles_of({1, 2}, 4));
}

TEST(Shingles, NothingHasNone) { EXPECT_TRUE(shingles_of({}, 3).empty()); }

TEST(Shingles, AgreeWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const int k = static_cast<int>(1 + random.below(5));
    std::vector<Numbers> sequences(2, Numbers(random.below(60)));
    for (Numbers& sequence : sequences) {
      for (std::uint32_t& number : sequence) number = random.below(3);
    }
    const auto a = shingles_of(sequences[0], k), b = shingles_of(sequences[1], k);
    const auto set_a = reference::shingles(sequences[0], static_cast<std::size_t>(k));
    const auto set_b = reference::shingles(sequences[1], static_cast<std::size_t>(k));
    EXPECT_TRUE(std::ranges::is_sorted(a));
    EXPECT_EQ(a.size(), set_a.size());
    std::set<Numbers> either = set_a;
    either.insert(set_b.begin(), set_b.end());
    std::set<std::uint64_t> either_hashed(a.begin(), a.end());
    either_hashed.insert(b.begin(), b.end());
    EXPECT_EQ(either_hashed.size(), either.size());
  }
}

}  // namespace
}  // namespace pagekin::features
