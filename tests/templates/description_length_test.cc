#include "pagekin/templates/description_length.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::Marks;
using test::page;
using test::part;
using test::Site;

// The cost of joining two groups, of `count_a` and `count_b` equal pages.
double joining(std::size_t count_a, const Marks& a, std::size_t count_b, const Marks& b) {
  Site site;
  test::add(site, count_a, a);
  test::add(site, count_b, b);
  const BlockShapes shapes = shapes_of(test::views(site), page({a, b}));
  std::vector<std::uint32_t> group_of(2);
  group_of[shapes.shape_of.back()] = 1;
  const Groups groups(shapes, group_of, 2);
  EXPECT_DOUBLE_EQ(cost_of_joining(groups, 0, 1), cost_of_joining(groups, 1, 0));
  return cost_of_joining(groups, 0, 1);
}

TEST(DescriptionLength, CountsPresenceDescriptionAndNames) {
  // Four pages have one mark and four another. As one group: 8 bits for each mark to say
  // which pages have it, one description for 8 pages, no names of groups. As two groups: a
  // description for 4 pages each, and 8 bits to name the groups of the pages.
  const double one = 2 * (8 + reference::kDescription * std::log2(9));
  const double two = 2 * reference::kDescription * std::log2(5) + 8;
  EXPECT_NEAR(joining(4, part(1), 4, part(2)), one - two, 1e-4);
}

TEST(DescriptionLength, WhatTwoGroupsHaveInCommonIsBetterDescribedOnce) {
  const Marks frame = part(1, 1'000);
  EXPECT_LT(joining(20, frame, 20, page({frame, part(2)})), 0);
}

TEST(DescriptionLength, AHandfulOfPagesProveNothingThatManyPagesProve) {
  const Marks frame = part(1, 1'000);
  const Marks one = page({frame, part(2)});
  const Marks other = page({frame, part(3)});
  EXPECT_LT(joining(100, one, 3, other), 0);
  EXPECT_LT(joining(20, one, 20, other), 0);
  EXPECT_GT(joining(300, one, 300, other), 0);
}

TEST(DescriptionLength, MoreThatDiffersTakesFewerPagesToProve) {
  const Marks frame = part(1, 1'000);
  EXPECT_LT(joining(20, page({frame, part(2)}), 20, page({frame, part(3)})), 0);
  EXPECT_GT(joining(20, page({frame, part(2, 40)}), 20, page({frame, part(3, 40)})), 0);
}

TEST(DescriptionLength, IsThatOfTheDefinition) {
  Random random(10);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(45)));
    const std::uint32_t count = 1 + random.below(6);
    const std::vector<std::uint32_t> group_of = test::random_groups(random, site, count);
    const Groups groups(site, group_of, count);
    const auto by_pages = reference::groups_of(site, group_of, count);
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (by_pages[a].empty() || by_pages[b].empty()) continue;
        const double expected =
            reference::cost_of_joining(site, by_pages[a], by_pages[b], groups.all_pages());
        ASSERT_NEAR(cost_of_joining(groups, a, b), expected, 1e-4 * std::abs(expected) + 1e-4);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
