#include "pagekin/features/sorted_hashes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

Hashes sorted(Hashes hashes) {
  sort_hashes(hashes);
  return hashes;
}

TEST(SortedHashes, AreInOrderForAnyNumberOfThem) {
  for (std::uint32_t size = 0; size < 600; ++size) {
    Random random(size);
    Hashes hashes(size);
    for (std::uint64_t& hash : hashes) hash = random.next();
    Hashes expected = hashes;
    std::ranges::sort(expected);
    EXPECT_EQ(sorted(hashes), expected) << size;
  }
}

TEST(SortedHashes, AreInOrderHoweverTheyAreSpread) {
  // Small numbers, few numbers, all high bits equal, the largest number.
  for (const std::uint64_t mask : {0xffULL, 0x3ULL << 62, 0xffffULL << 20, 0ULL}) {
    for (const std::uint64_t plus : {0ULL, 0x7fffULL << 48, ~0ULL}) {
      Random random(mask + plus);
      Hashes hashes(5'000);
      for (std::uint64_t& hash : hashes) hash = (random.next() & mask) + plus;
      Hashes expected = hashes;
      std::ranges::sort(expected);
      EXPECT_EQ(sorted(hashes), expected) << mask << ' ' << plus;
    }
  }
}

TEST(SortedHashes, ASetHasEachOnce) {
  Hashes hashes = {3, 1, 3, 2, 1};
  make_set(hashes);
  EXPECT_EQ(hashes, (Hashes{1, 2, 3}));
}

}  // namespace
}  // namespace pagekin::features
