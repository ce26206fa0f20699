#include "pagekin/core/scratch_numbers.h"

#include <unordered_map>

#include <gtest/gtest.h>

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
