#include "pagekin/features/occurrence_counter.h"

#include <map>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::features {
namespace {

TEST(OccurrenceCounter, CountsEachKey) {
  Random random(1);
  OccurrenceCounter counter;
  for (int page = 0; page < 20; ++page) {
    std::map<std::uint64_t, std::uint32_t> expected;
    counter.start(1'000);
    for (int i = 0; i < 1'000; ++i) {
      const std::uint64_t key = random.below(300);
      EXPECT_EQ(counter.count(key), ++expected[key]);
    }
  }
}

TEST(OccurrenceCounter, TakesZeroForAKeyLikeOthers) {
  OccurrenceCounter counter;
  counter.start(2);
  EXPECT_EQ(counter.count(0), 1u);
  EXPECT_EQ(counter.count(0), 2u);
}

TEST(OccurrenceCounter, KeysPreparedToCollideDoNot) {
  constexpr std::size_t count = 100'000;
  // Keys that would collide in a table that uses their own bits, or those of mix(), which
  // is invertible.
  for (const int shift : {0, 20, 44}) {
    OccurrenceCounter counter;
    counter.start(count);
    for (std::uint64_t i = 0; i < count; ++i) counter.count(i << shift);
    EXPECT_LT(counter.collisions(), 4 * count) << shift;
  }
  const auto unmix = [](std::uint64_t x) {  // the inverse of mix()
    x ^= x >> 31 ^ x >> 62;
    x *= 0x319642b2d24d8ec3;
    x ^= x >> 27 ^ x >> 54;
    x *= 0x96de1b173f119089;
    return x ^ x >> 30 ^ x >> 60;
  };
  ASSERT_EQ(mix(unmix(12345)), 12345u);
  OccurrenceCounter counter;
  counter.start(count);
  for (std::uint64_t i = 0; i < count; ++i) counter.count(unmix(i << 20));
  EXPECT_LT(counter.collisions(), 4 * count);
}

}  // namespace
}  // namespace pagekin::features
