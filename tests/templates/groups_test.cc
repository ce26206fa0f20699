#include "pagekin/templates/groups.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::page;
using test::part;
using test::Site;

// One group of `pages` pages, `with` of which have block 0.
Groups one_group(std::size_t pages, std::size_t with) {
  Site site;
  test::add(site, with, page({part(1), part(2)}));
  test::add(site, pages - with, part(2));
  const BlockShapes shapes = shapes_of(test::views(site), page({part(1), part(2)}));
  return {shapes, std::vector<std::uint32_t>(shapes.size(), 0), 1};
}

void expect_same_groups(const Groups& a, std::size_t in_a, const Groups& b, std::size_t in_b) {
  ASSERT_EQ(a.row_size(), b.row_size());
  ASSERT_EQ(a.pages(in_a), b.pages(in_b));
  for (std::size_t i = 0; i < a.row_size(); ++i) {
    ASSERT_EQ(a.counts(in_a)[i], b.counts(in_b)[i]);
    ASSERT_EQ(a.share(in_a)[i], b.share(in_b)[i]);
    ASSERT_EQ(a.most(in_a)[i], b.most(in_b)[i]);
    ASSERT_EQ(a.least(in_a)[i], b.least(in_b)[i]);
  }
}

TEST(Groups, CountPagesAndNotShapes) {
  const Groups group = one_group(10, 4);
  EXPECT_EQ(group.size(), 1U);
  EXPECT_EQ(group.pages(0), 10);
  EXPECT_EQ(group.all_pages(), 10);
  EXPECT_EQ(group.counts(0)[0], 4);
  EXPECT_EQ(group.counts(0)[1], 10);
  EXPECT_FLOAT_EQ(group.share(0)[0], 0.4F);
  EXPECT_FLOAT_EQ(group.share(0)[1], 1);
}

TEST(Groups, OnePageOfManyMayBeThereByMistake) {
  EXPECT_FLOAT_EQ(one_group(10, 9).most(0)[0], one_group(10, 10).most(0)[0]);
  EXPECT_LT(one_group(10, 8).most(0)[0], one_group(10, 10).most(0)[0]);
  EXPECT_FLOAT_EQ(one_group(10, 1).least(0)[0], 0.1F / 10.2F);
  EXPECT_GT(one_group(10, 2).least(0)[0], 0.1F / 10.2F);
}

TEST(Groups, OfThreePagesNoneIsThereByMistake) {
  EXPECT_FLOAT_EQ(one_group(3, 2).most(0)[0], 2.1F / 3.2F);
  EXPECT_FLOAT_EQ(one_group(3, 1).least(0)[0], 1.1F / 3.2F);
  EXPECT_FLOAT_EQ(one_group(4, 3).most(0)[0], 4.1F / 4.2F);
  EXPECT_FLOAT_EQ(one_group(4, 1).least(0)[0], 0.1F / 4.2F);
}

TEST(Groups, WhatHalfOfThePagesHaveIsNoMistake) {
  EXPECT_FLOAT_EQ(one_group(4, 2).most(0)[0], one_group(4, 2).least(0)[0]);
}

TEST(Groups, FewPagesProveLittle) {
  EXPECT_LT(one_group(1, 1).most(0)[0], one_group(3, 3).most(0)[0]);
  EXPECT_LT(one_group(3, 3).most(0)[0], one_group(100, 100).most(0)[0]);
  EXPECT_LT(one_group(100, 100).most(0)[0], 1);
}

TEST(Groups, RowsAreWholeLanesAndPaddingWeighsNothing) {
  for (std::uint32_t parts : {1U, 7U, 8U, 9U}) {
    Site site(10);
    for (std::uint32_t i = 0; i < parts; ++i) {  // each part has its own pages
      for (std::uint32_t at = 0; at < 10; ++at) {
        if (at == i % 10 || at > i % 9) site[at] = page({site[at], part(i)});
      }
    }
    const BlockShapes shapes = test::shapes(site);
    const Groups groups(shapes, std::vector<std::uint32_t>(shapes.size(), 0), 1);
    EXPECT_EQ(groups.row_size() % kLanes, 0U);
    EXPECT_GE(groups.row_size(), shapes.blocks.size());
    EXPECT_LT(groups.row_size(), shapes.blocks.size() + kLanes);
    for (std::size_t i = shapes.blocks.size(); i < groups.row_size(); ++i) {
      EXPECT_EQ(groups.weights()[i], 0);
      EXPECT_EQ(groups.telling()[i], 0);
    }
  }
}

TEST(Groups, OfNoShapes) {
  const Groups groups(test::shapes({}), {}, 0);
  EXPECT_EQ(groups.size(), 0U);
  EXPECT_EQ(groups.all_pages(), 0);
}

TEST(Groups, ShapesInNoneAreNotCounted) {
  Site site;
  test::add(site, 3, part(1));
  test::add(site, 4, part(2));
  const std::vector<std::uint32_t> group_of = {kNoGroup, 0};
  const Groups groups(test::shapes(site), group_of, 1);
  EXPECT_EQ(groups.all_pages(), 4);
  EXPECT_EQ(groups.counts(0)[0], 0);
}

TEST(Groups, AreThoseOfTheDefinition) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(45)));
    const std::uint32_t count = 1 + random.below(6);
    const std::vector<std::uint32_t> group_of = test::random_groups(random, site, count);
    const Groups found(site, group_of, count);
    const auto expected = reference::groups_of(site, group_of, count);
    ASSERT_EQ(found.size(), count);
    float all_pages = 0;
    for (std::size_t group = 0; group < count; ++group) {
      all_pages += found.pages(group);
      ASSERT_EQ(found.pages(group), static_cast<float>(expected[group].size()));
      if (expected[group].empty()) continue;
      for (BlockId i = 0; i < site.blocks.size(); ++i) {
        ASSERT_EQ(found.counts(group)[i], reference::pages_with(expected[group], i));
        ASSERT_NEAR(found.share(group)[i], reference::share(expected[group], i), 1e-6);
        ASSERT_NEAR(found.most(group)[i], reference::most(expected[group], i), 1e-6);
        ASSERT_NEAR(found.least(group)[i], reference::least(expected[group], i), 1e-6);
      }
    }
    ASSERT_EQ(found.all_pages(), all_pages);
  }
}

TEST(Groups, MergedOnesAreThoseThatWereOneFromTheStart) {
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(45)));
    const std::uint32_t count = 2 + random.below(6);
    std::vector<std::uint32_t> group_of = test::random_groups(random, site, count);
    Groups merged(site, group_of, count);
    for (int times = 0; times < 3; ++times) {
      const std::uint32_t into = random.below(count);
      const std::uint32_t from = random.below(count);
      if (into == from || merged.pages(into) == 0 || merged.pages(from) == 0) continue;
      merged.merge(into, from);
      std::replace(group_of.begin(), group_of.end(), from, into);
      ASSERT_EQ(merged.pages(from), 0);
    }
    const Groups from_start(site, group_of, count);
    ASSERT_EQ(merged.all_pages(), from_start.all_pages());
    for (std::size_t group = 0; group < count; ++group) {
      if (merged.pages(group) > 0) expect_same_groups(merged, group, from_start, group);
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
