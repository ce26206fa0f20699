#include "pagekin/templates/recurring_marks.h"

#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/templates.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::mark;
using test::MarkKind;
using test::Marks;
using test::recurring;
using test::Site;

// `all` pages, of which `count` have the marks and the rest nothing.
Site pages_with(const Marks& marks, std::size_t count, std::size_t all) {
  Site site;
  test::add(site, count, marks);
  test::add(site, all - count, {});
  return site;
}

TEST(RecurringMarks, AreInThreePages) {
  EXPECT_EQ(recurring(pages_with(test::part(1), 2, 120)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 3, 120)), test::part(1));
  EXPECT_EQ(recurring(pages_with(test::part(1), 2, 100)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 3, 100)), test::part(1));
}

TEST(RecurringMarks, OfASmallSiteAreInTwoPages) {
  EXPECT_EQ(recurring(pages_with(test::part(1), 1, 99)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 2, 99)), test::part(1));
  EXPECT_EQ(recurring(pages_with(test::part(1), 1, 2)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 2, 2)), test::part(1));
}

TEST(RecurringMarks, OfASinglePageAreAllOfIt) {
  EXPECT_EQ(recurring({test::part(1, 50)}), test::part(1, 50));
}

TEST(RecurringMarks, APageThatCountsSeveralTimesIsAsManyPages) {
  Random random(16);
  for (int round = 0; round < 100; ++round) {
    const Site site = test::random_site(random, random.below(60));
    std::vector<std::uint32_t> counts;
    Site repeated;
    for (const Marks& marks : site) {
      counts.push_back(1 + random.below(6));
      test::add(repeated, counts.back(), marks);
    }
    ASSERT_EQ(recurring_marks(test::views(site), counts), recurring(repeated)) << round;
  }
}

TEST(RecurringMarks, AreInOnePageOfAHundred) {
  EXPECT_EQ(recurring(pages_with(test::part(1), 3, 300)), test::part(1));
  EXPECT_EQ(recurring(pages_with(test::part(1), 3, 301)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 4, 400)), test::part(1));
  EXPECT_EQ(recurring(pages_with(test::part(1), 9, 1'000)), Marks());
  EXPECT_EQ(recurring(pages_with(test::part(1), 10, 1'000)), test::part(1));
}

// A place with this number of values, each in three pages.
Site place_of(std::uint32_t values, MarkKind kind) {
  Site site;
  for (std::uint32_t i = 0; i < values; ++i) test::add(site, 3, {mark(1, kind, i)});
  return site;
}

TEST(RecurringMarks, ValuesOfABusyPlaceAreContent) {
  for (const MarkKind kind : {MarkKind::kClass, MarkKind::kId, MarkKind::kAttribute,
                              MarkKind::kText, MarkKind::kUrl, MarkKind::kLink}) {
    EXPECT_EQ(recurring(place_of(60, kind)).size(), 60U);
    EXPECT_EQ(recurring(place_of(61, kind)).size(), 0U);
  }
}

TEST(RecurringMarks, TagPathsCountWhereverTheyAre) {
  EXPECT_EQ(recurring(place_of(90, MarkKind::kPath)).size(), 90U);
}

TEST(RecurringMarks, AValueThatMakesUpAFiftiethOfABusyPlaceCounts) {
  // In addition to 65 values in three pages each.
  Site site = place_of(65, MarkKind::kText);
  const std::uint64_t often = mark(1, MarkKind::kText, 1'000);
  test::add(site, 3, {often});
  EXPECT_EQ(recurring(site), Marks()) << "150 < 198";
  test::add(site, 1, {often});
  EXPECT_EQ(recurring(site), Marks{often}) << "200 >= 199";
}

TEST(RecurringMarks, ValuesThatCameOnceMakeAPlaceBusyToo) {
  Site site = place_of(1, MarkKind::kText);
  for (std::uint32_t i = 0; i < 147; ++i) test::add(site, 1, {mark(1, MarkKind::kText, 100 + i)});
  EXPECT_EQ(recurring(site).size(), 1U) << "three of 150";
  test::add(site, 1, {mark(1, MarkKind::kText, 99)});
  EXPECT_EQ(recurring(site).size(), 0U) << "three of 151";
}

TEST(RecurringMarks, ABusyPlaceIsBusyForItsKindOfMarksAlone) {
  Site site = place_of(90, MarkKind::kText);
  const Marks label = {mark(1, MarkKind::kClass, 0)};
  const Marks elsewhere = {mark(2, MarkKind::kText, 0)};
  test::add(site, 3, test::page({label, elsewhere}));
  EXPECT_EQ(recurring(site), test::page({label, elsewhere}));
}

TEST(RecurringMarks, OfNoPagesOrEmptyOnesThereAreNone) {
  EXPECT_EQ(recurring({}), Marks());
  EXPECT_EQ(recurring({{}, {}, {}, {}}), Marks());
}

TEST(RecurringMarks, AreThoseOfTheDefinition) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Site site = test::random_site(random, random.below(round % 20 == 0 ? 400 : 60));
    const std::set<std::uint64_t> expected = reference::recurring_marks(test::as_sets(site));
    ASSERT_EQ(recurring(site), Marks(expected.begin(), expected.end())) << round;
  }
}

TEST(RecurringMarks, DoNotDependOnTheOrderOfPages) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    Site site = test::random_site(random, random.below(200));
    const Marks before = recurring(site);
    test::shuffle(random, site);
    ASSERT_EQ(recurring(site), before) << round;
  }
}

TEST(RecurringMarks, OfPagesWithSixtyThousandMarks) {
  Site site;
  test::add(site, 3, test::part(1, 60'000));
  test::add(site, 1, test::part(2, 60'000));
  EXPECT_EQ(recurring(site), test::part(1, 60'000));
}

}  // namespace
}  // namespace pagekin::templates
