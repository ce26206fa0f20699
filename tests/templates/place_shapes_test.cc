#include "pagekin/templates/place_shapes.h"

#include <algorithm>
#include <cmath>
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

// Blocks 0 to 3: a frame, what posts have, what lists have, comments of half the posts.
BlockShapes blog() {
  Site site;
  const auto frame = part(0, 7);
  test::add(site, 10, page({frame, part(1, 7)}));
  test::add(site, 10, page({frame, part(1, 7), part(3, 7)}));
  test::add(site, 20, page({frame, part(2, 7)}));
  return test::shapes(site);
}

// Group 0 has no pages, 1 is of posts, 2 is of lists.
Groups blog_groups() {
  const BlockShapes site = blog();
  return {site, std::vector<std::uint32_t>{1, 1, 2}, 3};
}

TEST(Likelihoods, AShapeBelongsWhereAllOfItIsUsual) {
  const BlockShapes site = blog();
  ASSERT_EQ(site.blocks.size(), 4U);
  ASSERT_EQ(site.size(), 3U);
  const Likelihoods likelihoods(blog_groups());
  EXPECT_EQ(likelihoods.best(site[0]), 1U);
  EXPECT_EQ(likelihoods.best(site[1]), 1U);
  EXPECT_EQ(likelihoods.best(site[2]), 2U);
}

TEST(Likelihoods, WhatIsAbsentCountsToo) {
  const Likelihoods likelihoods(blog_groups());
  const std::vector<BlockId> frame_and_comments = {0, 3};
  EXPECT_EQ(likelihoods.best(frame_and_comments), 1U) << "lists never have comments";
  const std::vector<BlockId> both = {0, 1, 2};
  EXPECT_EQ(likelihoods.best(both), 2U) << "no list has comments, but half of the posts have";
}

TEST(Likelihoods, WhatIsUnknownDoesNotCount) {
  const Likelihoods likelihoods(blog_groups());
  const std::vector<BlockId> list = {0, 2};
  const std::vector<BlockId> frame = {0};
  const std::vector<BlockId> comments = {3};
  const std::vector<BlockId> of_posts = {1, 3};
  EXPECT_EQ(likelihoods.best(frame), 2U) << "half of the posts have comments";
  EXPECT_EQ(likelihoods.best(frame, of_posts), 1U) << "lists have lists";
  EXPECT_EQ(likelihoods.best(frame, comments), 1U) << "neither list nor post: the first";
  EXPECT_EQ(likelihoods.best(list, of_posts), 2U);
}

TEST(Likelihoods, OfEqualGroupsTheFirst) {
  Site site = {{}, part(1), part(2), page({part(1), part(2)})};
  const BlockShapes shapes = shapes_of(test::views(site), page({part(1), part(2)}));
  ASSERT_EQ(shapes.shape_of, (std::vector<std::uint32_t>{0, 1, 3, 2}));
  // In both groups one page of two has either block.
  const Groups groups(shapes, std::vector<std::uint32_t>{2, 1, 2, 1}, 3);
  for (std::size_t shape = 0; shape < 4; ++shape) {
    EXPECT_EQ(Likelihoods(groups).best(shapes[shape]), 1U);
  }
}

TEST(Likelihoods, OfASiteWithoutBlocksAreTheSame) {
  const BlockShapes site = test::shapes({{}, {}});
  const Groups groups(site, std::vector<std::uint32_t>{0}, 1);
  EXPECT_EQ(Likelihoods(groups).best({}), 0U);
}

TEST(Likelihoods, AreThoseOfTheDefinition) {
  Random random(13);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(30)));
    const std::uint32_t count = 1 + random.below(6);
    const std::vector<std::uint32_t> group_of = test::random_groups(random, site, count);
    const Groups groups(site, group_of, count);
    const auto by_pages = reference::groups_of(site, group_of, count);
    std::vector<std::uint32_t> with_pages;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!by_pages[i].empty()) with_pages.push_back(i);
    }
    if (with_pages.empty()) continue;
    const Likelihoods likelihoods(groups);
    for (std::size_t shape = 0; shape < site.size(); ++shape) {
      std::vector<BlockId> blocks;
      std::vector<BlockId> unknown;
      for (BlockId i = 0; i < site.blocks.size(); ++i) {
        const bool is_there = std::ranges::count(site[shape], i) > 0;
        if (round % 2 == 1 && random.chance(0.2)) {
          unknown.push_back(i);
        } else if (is_there) {
          blocks.push_back(i);
        }
      }
      const auto expected = [&](std::uint32_t group) {
        return reference::likelihood(site, by_pages[group], {blocks.begin(), blocks.end()},
                                     {unknown.begin(), unknown.end()});
      };
      const std::uint32_t found = likelihoods.best(blocks, unknown);
      const double likely = expected(found);
      for (const std::uint32_t group : with_pages) {
        ASSERT_LE(expected(group), likely + 1e-4 * std::abs(likely) + 1e-4) << round;
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
