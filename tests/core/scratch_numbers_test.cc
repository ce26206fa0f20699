#include "pagekin/core/scratch_numbers.h"

#include <unordered_map>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/core/random.h"

namespace pagekin {
namespace {

TEST(ScratchNumbers, KeepsTheFirstNumberOfAKey) {
  ScratchNumbers numbers;
  numbers.start(2);
  EXPECT_EQ(numbers.insert(7, 0), 0U);
  EXPECT_EQ(numbers.insert(0, 1), 1U);
  EXPECT_EQ(numbers.insert(7, 2), 0U);
  EXPECT_EQ(numbers.find(0, 9), 1U);
  EXPECT_EQ(numbers.find(8, 9), 9U);
}

TEST(ScratchNumbers, ForgetsAllKeysAtStart) {
  ScratchNumbers numbers;
  numbers.start(100);
  for (std::uint32_t key = 0; key < 100; ++key) numbers.insert(key, key);
  numbers.start(1);
  EXPECT_EQ(numbers.find(5, 9), 9U);
  EXPECT_EQ(numbers.insert(5, 3), 3U);
}

TEST(ScratchNumbers, CountsKeys) {
  Random random(1);
  ScratchNumbers counts;
  for (int round = 0; round < 20; ++round) {
    std::unordered_map<std::uint64_t, std::uint32_t> expected;
    counts.start(1'000);
    for (int i = 0; i < 1'000; ++i) {
      const std::uint64_t key = random.below(300);
      ASSERT_EQ(++counts.value(key, 0), ++expected[key]);
    }
  }
}

// Keys that would collide in a table that uses their own bits, or those of mix(), which can be
// undone. Such a table would take 5,000 million steps for each list.
TEST(ScratchNumbers, KeysPreparedToCollideDoNot) {
  constexpr std::uint32_t count = 100'000;
  const auto unmix = [](std::uint64_t x) {
    x ^= x >> 31 ^ x >> 62;
    x *= 0x319642b2d24d8ec3;
    x ^= x >> 27 ^ x >> 54;
    x *= 0x96de1b173f119089;
    return x ^ x >> 30 ^ x >> 60;
  };
  ASSERT_EQ(mix(unmix(12345)), 12345U);
  ScratchNumbers numbers;
  for (const int shift : {0, 20, 44}) {
    numbers.start(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(numbers.insert(std::uint64_t{i} << shift, i), i);
    }
  }
  numbers.start(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(numbers.insert(unmix(std::uint64_t{i} << 20), i), i);
  }
}

TEST(ScratchNumbers, AgreesWithAMap) {
  Random random(1);
  ScratchNumbers numbers;
  for (int round = 0; round < 200; ++round) {
    std::unordered_map<std::uint64_t, std::uint32_t> map;
    const std::uint32_t keys = random.below(300);
    numbers.start(keys);
    for (std::uint32_t i = 0; i < keys; ++i) {
      const std::uint64_t key = random.below(200);
      ASSERT_EQ(numbers.insert(key, i), map.try_emplace(key, i).first->second);
    }
    for (std::uint64_t key = 0; key < 250; ++key) {
      const auto known = map.find(key);
      ASSERT_EQ(numbers.find(key, 999), known == map.end() ? 999U : known->second);
    }
  }
}

}  // namespace
}  // namespace pagekin
