#include "pagekin/templates/site_groups.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::templates {
namespace {

TEST(SiteGroups, NeverHoldASiteTwice) {
  const std::vector<std::uint32_t> sites{0, 0, 1, 1, 2};
  SiteGroups groups(sites);
  EXPECT_FALSE(groups.unite(0, 1));
  EXPECT_TRUE(groups.unite(0, 2));
  EXPECT_FALSE(groups.unite(2, 0));
  EXPECT_FALSE(groups.unite(2, 3));
  EXPECT_FALSE(groups.unite(2, 1));
  EXPECT_TRUE(groups.unite(4, 2));
  EXPECT_TRUE(groups.unite(1, 3));
  EXPECT_FALSE(groups.unite(3, 4));
  EXPECT_EQ(groups.find(0), groups.find(4));
  EXPECT_NE(groups.find(0), groups.find(1));
}

TEST(SiteGroups, AreThoseOfSets) {
  Random random(17);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint32_t> sites(60);
    for (std::uint32_t& site : sites) site = random.below(25);
    SiteGroups groups(sites);
    std::vector<std::set<std::uint32_t>> group_of;  // by item: its group, as a set of items
    for (std::uint32_t i = 0; i < sites.size(); ++i) group_of.push_back({i});
    for (int step = 0; step < 400; ++step) {
      const std::uint32_t a = random.below(60);
      const std::uint32_t b = random.below(60);
      std::set<std::uint32_t> both = group_of[a];
      both.insert(group_of[b].begin(), group_of[b].end());
      std::set<std::uint32_t> both_sites;
      for (const std::uint32_t item : both) both_sites.insert(sites[item]);
      const bool expected = !group_of[a].contains(b) && both_sites.size() == both.size();
      ASSERT_EQ(groups.unite(a, b), expected);
      if (!expected) continue;
      for (const std::uint32_t item : both) group_of[item] = both;
    }
    for (std::uint32_t a = 0; a < 60; ++a) {
      for (std::uint32_t b = 0; b < 60; ++b) {
        ASSERT_EQ(groups.find(a) == groups.find(b), group_of[a].contains(b));
      }
    }
  }
}

// One site more each time, and refusals between two large groups.
TEST(SiteGroups, CostLittleForLargeGroups) {
  constexpr std::uint32_t count = 20'000;
  std::vector<std::uint32_t> sites(2 * count);
  for (std::uint32_t i = 0; i < sites.size(); ++i) sites[i] = i % count;
  SiteGroups groups(sites);
  for (std::uint32_t i = 1; i < count; ++i) {
    ASSERT_TRUE(groups.unite(0, i));
    ASSERT_TRUE(groups.unite(count + i - 1, count + i));
  }
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_FALSE(groups.unite(i, count + i));
  EXPECT_LT(groups.lookups(), 4 * count);
}

}  // namespace
}  // namespace pagekin::templates
