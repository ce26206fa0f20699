#include "pagekin/core/flat_map.h"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin {
namespace {

using Map = FlatMap<std::uint32_t>;

std::map<std::uint64_t, std::uint32_t> contents(const Map& table) {
  std::map<std::uint64_t, std::uint32_t> found;
  table.for_each([&](std::uint64_t mark, std::uint32_t value) {
    EXPECT_TRUE(found.emplace(mark, value).second) << "visited twice";
  });
  return found;
}

TEST(FlatMap, AnEmptyOneFindsNothing) {
  const Map table;
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_EQ(table.find(7), nullptr);
  EXPECT_EQ(table.size(), 0U);
  EXPECT_TRUE(contents(table).empty());
}

TEST(FlatMap, ANewKeyHasZero) {
  Map table;
  EXPECT_EQ(table[7], 0U);
  EXPECT_EQ(table.size(), 1U);
  ASSERT_NE(table.find(7), nullptr);
  EXPECT_EQ(*table.find(7), 0U);
  EXPECT_EQ(table.find(8), nullptr);
}

TEST(FlatMap, ZeroAndTheLargestNumberAreKeysLikeOthers) {
  Map table;
  table[0] = 3;
  table[UINT64_MAX] = 4;
  EXPECT_EQ(*table.find(0), 3U);
  EXPECT_EQ(*table.find(UINT64_MAX), 4U);
  EXPECT_EQ(table.find(1), nullptr);
}

TEST(FlatMap, KeysThatDifferInAnyBitsAreDistinguished) {
  for (const int shift : {0, 12, 29, 32, 48}) {
    Map table;
    for (std::uint64_t i = 0; i < 5'000; ++i) table[i << shift] = static_cast<std::uint32_t>(i);
    ASSERT_EQ(table.size(), 5'000U);
    for (std::uint64_t i = 0; i < 5'000; ++i) ASSERT_EQ(*table.find(i << shift), i);
  }
}

TEST(FlatMap, IsAMap) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t different = 1 + random.below(400);
    Map table;
    std::map<std::uint64_t, std::uint32_t> expected;
    for (std::uint32_t i = random.below(600); i > 0; --i) {
      const std::uint64_t mark = mix(random.below(different));
      ++table[mark];
      ++expected[mark];
    }
    ASSERT_EQ(table.size(), expected.size());
    ASSERT_EQ(contents(table), expected);
    for (std::uint32_t i = 0; i < different; ++i) {
      const std::uint32_t* const found = table.find(mix(i));
      ASSERT_EQ(found != nullptr, expected.contains(mix(i)));
      if (found != nullptr) {
        ASSERT_EQ(*found, expected[mix(i)]);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin
