#include "pagekin/templates/voters.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/templates/groups.h"

#include "reference/voters.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::all_of;
using test::Marks;
using test::page;
using test::part;
using test::Site;

TEST(Voters, AreDrawnFromTheirRangesAndDiffer) {
  for (std::size_t voter = 0; voter < 1'000; ++voter) {
    const VoterSetting setting = voter_setting(voter);
    EXPECT_GE(setting.half, 2);
    EXPECT_LE(setting.half, 8);
    EXPECT_GE(setting.limit, 0.022F);
    EXPECT_LE(setting.limit, 0.05F);
    EXPECT_GE(setting.crossing, 0);
    EXPECT_LE(setting.crossing, 4);
    EXPECT_NE(setting.top, voter_setting(voter + 1).top);
  }
  EXPECT_EQ(middle_setting().half, 5);
}

// Two groups of thirty pages each: the frame with one of these parts.
double separation_of(const Marks& one, const Marks& other, const VoterSetting& setting) {
  Site site;
  test::add(site, 30, page({part(1, 30), one}));
  test::add(site, 30, page({part(1, 30), other}));
  const BlockShapes shapes = test::shapes(site);
  const BlockFacts facts = block_facts(shapes, all_of(shapes));
  const VoterGroups groups(shapes, facts, all_of(shapes), shapes.size());
  const std::vector<std::uint32_t> went = vote(groups, facts, setting);
  const double found = VoterSeparation(groups, facts, setting)(groups, 0, 1);
  EXPECT_EQ(went[1] == went[0], found < setting.limit);
  return found;
}

TEST(Voters, AllSeparateAPostFromAListMoreThanOneWithCommentsFromOneWithout) {
  const Marks post = part(2, 20);
  const Marks comments = page({post, part(4, 10)});
  for (std::size_t voter = 0; voter < 64; ++voter) {
    const VoterSetting setting = voter_setting(voter);
    const double list = separation_of(post, part(3, 20), setting);
    EXPECT_GT(list, setting.limit);
    EXPECT_LT(separation_of(post, comments, setting), list / 2);
  }
  EXPECT_LT(separation_of(post, comments, middle_setting()), middle_setting().limit);
}

TEST(Voters, SeparationIsThatOfTheDefinitionAfterMergesToo) {
  Random random(22);
  for (int round = 0; round < 12; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 2 + random.below(24)));
    if (site.size() < 2) continue;
    const BlockFacts facts = block_facts(site, all_of(site));
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(site.size(), 5));
    std::vector<std::uint32_t> group_of(site.size());
    for (std::size_t i = 0; i < site.size(); ++i) {
      group_of[i] = i < count ? static_cast<std::uint32_t>(i) : random.below(count);
    }
    VoterGroups groups(site, facts, group_of, count);
    const VoterSetting setting = voter_setting(static_cast<std::size_t>(round));
    const VoterSeparation separation(groups, facts, setting);
    if (count > 2) {
      groups.merge(0, count - 1);
      for (std::uint32_t& group : group_of) group = group == count - 1 ? 0 : group;
    }
    const std::vector<reference::PageGroup> by_pages = reference::groups_of(site, group_of, count);
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = 0; b < count; ++b) {
        if (a == b || by_pages[a].empty() || by_pages[b].empty()) continue;
        const double found = separation(groups, a, b);
        const double expected =
            reference::voter_separation(site, setting, by_pages[a], by_pages[b]);
        ASSERT_NEAR(found, expected, 1e-3 * expected + 1e-5) << round;
        ASSERT_EQ(found, separation(groups, b, a)) << round;
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
