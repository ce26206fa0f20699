#include "pagekin/graph/grouped_sets.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::graph {
namespace {

using Values = std::vector<std::uint64_t>;
using Entry = GroupedSets::Entry;

GroupedSets grouped(const std::vector<Values>& sets, unsigned threads = 1) {
  const std::vector<measure::SortedHashes> spans(sets.begin(), sets.end());
  return GroupedSets(spans, threads);
}

std::vector<Entry> entries(const GroupedSets& sets, std::size_t set) {
  return {sets[set].begin(), sets[set].end()};
}

TEST(GroupedSets, ValuesOfTheSameSetsAreOneGroup) {
  const GroupedSets sets = grouped({{1, 2, 3, 4}, {1, 2, 3, 5}, {1, 2, 5, 6}, {}});
  EXPECT_EQ(sets.size(), 4U);
  EXPECT_EQ(sets.groups(), 3U);  // 3, then 5, then 1 and 2
  EXPECT_EQ(entries(sets, 0), (std::vector<Entry>{{0, 3}, {2, 2}}));
  EXPECT_EQ(entries(sets, 1), (std::vector<Entry>{{0, 4}, {1, 3}, {2, 2}}));
  EXPECT_EQ(entries(sets, 2), (std::vector<Entry>{{1, 3}, {2, 2}}));
  EXPECT_TRUE(sets[3].empty());
}

TEST(GroupedSets, RepeatedValuesOfBagsAreValuesOfTheirOwn) {
  const GroupedSets sets = grouped({{7, 7, 7, 9}, {7, 7, 8}, {7}});
  EXPECT_EQ(entries(sets, 0), (std::vector<Entry>{{0, 2}, {1, 1}}));  // second 7, first 7
  EXPECT_EQ(entries(sets, 1), (std::vector<Entry>{{0, 2}, {1, 1}}));
  EXPECT_EQ(entries(sets, 2), (std::vector<Entry>{{1, 1}}));
}

TEST(GroupedSets, TheWeightOfCommonGroupsIsTheNumberOfCommonValues) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    std::vector<Values> bags(2 + random.below(20));
    for (Values& bag : bags) {
      bag.resize(random.below(60));
      for (std::uint64_t& value : bag) {
        value = random.below(1 + static_cast<std::uint32_t>(seed));
        if (seed % 2 == 0) value = mix(value);
      }
      std::ranges::sort(bag);
    }
    const GroupedSets sets = grouped(bags, 2);
    for (std::size_t a = 0; a < bags.size(); ++a) {
      std::map<std::uint32_t, std::uint32_t> weights;
      for (std::size_t i = 0; i < sets[a].size(); ++i) {
        weights[sets[a][i].group] = GroupedSets::weight(sets[a], i);
      }
      for (std::size_t b = 0; b < bags.size(); ++b) {
        if (a == b) continue;
        std::size_t common = 0;
        for (const Entry& entry : sets[b]) {
          const auto found = weights.find(entry.group);
          if (found != weights.end()) common += found->second;
        }
        ASSERT_EQ(common, measure::common_count(bags[a], bags[b])) << seed;
      }
    }
  }
}

// More values than one job takes.
TEST(GroupedSets, ManyValuesAreGroupedLikeFew) {
  std::vector<Values> sets(3);
  for (std::uint64_t i = 0; i < 600'000; ++i) {
    const std::uint64_t value = i << 44;
    sets[0].push_back(value);
    sets[i % 3 == 0 ? 1 : 2].push_back(value);
  }
  const GroupedSets found = grouped(sets, 2);
  EXPECT_EQ(found.groups(), 2U);
  ASSERT_EQ(found[1].size(), 1U);
  EXPECT_EQ(found[1][0].rest, 200'000U);
  EXPECT_EQ(found[2][0].rest, 400'000U);
  EXPECT_EQ(found[0][0].rest, 600'000U);
}

}  // namespace
}  // namespace pagekin::graph
