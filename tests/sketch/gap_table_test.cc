#include "pagekin/sketch/gap_table.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::sketch {
namespace {

std::vector<std::uint32_t> values_of(const GapTable& table, std::uint32_t tag) {
  std::vector<std::uint32_t> values;
  for (const GapTable::Slot* slot = table.find(tag); slot->tag == tag; ++slot) {
    values.push_back(slot->value);
  }
  std::ranges::sort(values);
  return values;
}

TEST(GapTable, AnEmptyTableHoldsNothing) {
  const GapTable table;
  for (const std::uint32_t tag : {0u, 1u, 0xffff'fffeu}) EXPECT_TRUE(values_of(table, tag).empty());
  EXPECT_EQ(table.memory_bytes(), 0u);
}

TEST(GapTable, NoHashHasTheTagThatMarksAGap) {
  EXPECT_EQ(GapTable::tag_of(~std::uint64_t{0}), 0xffff'fffeu);
  EXPECT_EQ(GapTable::tag_of(0x0123'4567'89ab'cdef), 0x0123'4567u);
}

TEST(GapTable, HoldsWhatAMapHolds) {
  // Tags from the whole range, or crowded at either end of it.
  for (const auto& [lowest, range] :
       {std::pair{0u, 0xffff'ffffu}, {0u, 100u}, {0xffff'ff00u, 0xffu}, {0x8000'0000u, 1u << 16}}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(testing::Message() << lowest << " " << seed);
      Random random(seed);
      GapTable table;
      std::map<std::uint32_t, std::vector<std::uint32_t>> map;
      for (std::uint32_t i = 0; i < 2000; ++i) {
        const std::uint32_t tag = lowest + random.below(range);
        if (map.contains(tag) && random.chance(0.3)) {
          table.replace(tag, i);
          map[tag] = {i};
        } else {
          table.insert(tag, i);
          map[tag].push_back(i);
        }
      }
      std::size_t size = 0;
      for (const auto& [tag, values] : map) {
        ASSERT_EQ(values_of(table, tag), values);
        size += values.size();
      }
      EXPECT_EQ(table.size(), size);
      for (int i = 0; i < 200; ++i) {
        const std::uint32_t tag = random.below(0xffff'ffff);
        EXPECT_EQ(values_of(table, tag).empty(), !map.contains(tag));
      }
    }
  }
}

TEST(GapTable, TakesAtMostSixteenBytesAnEntry) {
  Random random(1);
  GapTable table;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    table.insert(random.below(0xffff'ffff), i);
    if (i > 1000) {
      ASSERT_LE(table.memory_bytes(), (table.size() + 1) * 16 + 1024);
    }
  }
}

}  // namespace
}  // namespace pagekin::sketch
