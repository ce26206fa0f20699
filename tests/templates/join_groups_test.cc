#include "pagekin/templates/join_groups.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/core/random.h"
#include "pagekin/templates/description_length.h"
#include "pagekin/templates/separation.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::part;
using test::Site;

using Went = std::vector<std::uint32_t>;
using Apart = std::function<double(const Groups&, std::size_t, std::size_t)>;

constexpr double kAll = std::numeric_limits<double>::infinity();

// Groups with these numbers of pages, in this order; some may be empty.
Groups groups_of(const std::vector<std::uint32_t>& pages) {
  Site site;
  std::vector<std::uint32_t> group_of;
  test::Marks counted;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (pages[i] == 0) continue;
    test::add(site, pages[i], part(i));
    counted = test::page({counted, part(i)});
    group_of.push_back(i);
  }
  return {shapes_of(test::views(site), counted), group_of, pages.size()};
}

// A distance that depends on the pages of both, so that joined groups get new distances.
double by_pages(const Groups& groups, std::size_t a, std::size_t b) {
  return groups.pages(a) + groups.pages(b);
}

TEST(JoinGroups, TheTwoThatAreLeastApartFirst) {
  Groups groups = groups_of({9, 2, 5, 1});
  EXPECT_EQ(join_groups(groups, by_pages, 4), (Went{0, 1, 2, 1}));
  EXPECT_EQ(groups.pages(1), 3);
  EXPECT_EQ(groups.pages(3), 0);
}

TEST(JoinGroups, MeasuresAnewAfterEachTime) {
  Groups groups = groups_of({9, 2, 5, 1});
  EXPECT_EQ(join_groups(groups, by_pages, 9), (Went{0, 1, 1, 1})) << "1 + 2, then 3 + 5";
  groups = groups_of({9, 2, 5, 1});
  EXPECT_EQ(join_groups(groups, by_pages, 8), (Went{0, 1, 2, 1})) << "8 is not below 8";
  groups = groups_of({9, 2, 5, 1});
  EXPECT_EQ(join_groups(groups, by_pages, kAll), (Went{0, 0, 0, 0}));
}

TEST(JoinGroups, OfEqualPairsThatWithTheSmallestNumbersComesFirst) {
  Groups groups = groups_of({2, 2, 2, 2, 2});
  EXPECT_EQ(join_groups(groups, by_pages, 4.5), (Went{0, 0, 2, 2, 4}));
}

TEST(JoinGroups, LeavesGroupsThatAreFarEnoughApart) {
  Groups groups = groups_of({3, 4, 5});
  EXPECT_EQ(join_groups(groups, by_pages, 0), (Went{0, 1, 2}));
  EXPECT_EQ(groups.pages(0), 3);
}

TEST(JoinGroups, GroupsWithoutPagesStayWhatTheyAre) {
  Groups groups = groups_of({0, 3, 0, 4, 0});
  EXPECT_EQ(join_groups(groups, by_pages, kAll), (Went{0, 1, 2, 1, 4}));
}

TEST(JoinGroups, OfNoneOneOrOnlyEmptyGroups) {
  Groups none = groups_of({});
  EXPECT_EQ(join_groups(none, by_pages, kAll), Went());
  Groups one = groups_of({3});
  EXPECT_EQ(join_groups(one, by_pages, kAll), Went{0});
  Groups empty = groups_of({0, 0});
  EXPECT_EQ(join_groups(empty, by_pages, kAll), (Went{0, 1}));
}

TEST(JoinGroups, DistancesMayBeNegative) {
  const auto apart = [](const Groups& all, std::size_t a, std::size_t b) {
    return -static_cast<double>(all.pages(a)) * all.pages(b);
  };
  Groups groups = groups_of({1, 2, 3, 4});
  EXPECT_EQ(join_groups(groups, apart, -12), (Went{0, 1, 2, 3})) << "-3 x 4 is not below";
  EXPECT_EQ(join_groups(groups, apart, -11), (Went{0, 1, 1, 1})) << "-3 x 4, then -2 x 7";
  EXPECT_EQ(join_groups(groups, apart, 0), (Went{0, 0, 2, 3})) << "2 and 3 are empty now";
}

TEST(JoinGroups, IsWhatMeasuringAllPairsEachTimeGives) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const BlockShapes site = test::shapes(test::random_site(random, 1 + random.below(60)));
    const std::uint32_t count = 1 + random.below(20);
    const Groups groups(site, test::random_groups(random, site, count), count);
    for (const bool by_length : {false, true}) {
      Groups here = groups;
      Groups there = groups;
      const Apart apart = by_length ? Apart(cost_of_joining) : Apart(separation);
      const double enough = by_length ? 0 : 0.3 * random.unit();
      ASSERT_EQ(join_groups(here, apart, enough), reference::join_groups(there, apart, enough))
          << round;
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(here.pages(i), there.pages(i));
    }
  }
}

// Arbitrary distances, many of them equal.
TEST(JoinGroups, IsThatWithAnyDistances) {
  Random random(12);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::uint32_t> pages(1 + random.below(25));
    for (std::uint32_t& count : pages) count = random.below(8);
    const std::uint32_t values = 1 + random.below(30);
    const std::uint64_t seed = random.next();
    const Apart apart = [&](const Groups& all, std::size_t a, std::size_t b) {
      const auto each = [&](std::size_t group) {
        return mix(seed ^ (1'000 * group + static_cast<std::uint64_t>(all.pages(group))));
      };
      return static_cast<double>(mix(each(a) + each(b)) % values);
    };
    const double enough = random.below(values + 2);
    Groups here = groups_of(pages);
    Groups there = here;
    ASSERT_EQ(join_groups(here, apart, enough), reference::join_groups(there, apart, enough))
        << round;
  }
}

}  // namespace
}  // namespace pagekin::templates
