#include "pagekin/wrapper/record_health.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

using skeleton::HealthState;

rows::RecordRule posts_rule() {
  rows::RecordRule rule;
  rule.name = "posts";
  rule.cells.resize(2);
  rule.cells[0].name = "author";
  rule.cells[1].name = "date";
  return rule;
}

// So many pages with so many rows, some of which lack the date.
void add_pages(int pages, int rows, int without_date, RecordHealth& health) {
  for (int p = 0; p < pages; ++p) {
    std::vector<rows::FoundRow> found;
    for (int r = 0; r < rows; ++r) {
      rows::FoundRow row;
      row.cells = {"Ann", r < without_date ? "" : "May 3"};
      found.push_back(std::move(row));
    }
    health.add(posts_rule(), found);
  }
}

RecordHealth seen(int pages, int rows, int without_date = 0) {
  RecordHealth health;
  add_pages(pages, rows, without_date, health);
  return health;
}

skeleton::Diagnosis compare(const RecordHealth& before, const RecordHealth& now) {
  return diagnose(posts_rule(), profile_of(before), now);
}

TEST(RecordHealth, CountsPagesRowsAndCells) {
  RecordHealth health = seen(3, 4, 1);
  add_pages(1, 0, 0, health);
  add_pages(1, 100, 0, health);
  const RecordProfile profile = profile_of(health);
  EXPECT_EQ(profile.pages, 5U);
  EXPECT_EQ(profile.filled, 4U);
  EXPECT_EQ(profile.rows, 112U);
  EXPECT_EQ(profile.usual_rows, 4U);
  EXPECT_EQ(profile.cells, (std::vector<std::uint64_t>{112, 109}));
  EXPECT_FALSE(profile.is_usual());
  EXPECT_TRUE(profile_of(seen(5, 2)).is_usual());
  EXPECT_FALSE(RecordProfile().is_usual());
}

TEST(RecordHealth, WhatIsAsItWasIsSound) {
  EXPECT_EQ(compare(seen(20, 6), seen(15, 4)).state, HealthState::kSound);
  EXPECT_EQ(compare(seen(20, 6), seen(2, 0)).state, HealthState::kUnknown) << "too few pages";
  EXPECT_EQ(diagnose(posts_rule(), {}, seen(20, 6)).state, HealthState::kUnknown);
}

TEST(RecordHealth, PagesWithoutRowsAreAnAlarm) {
  const skeleton::Diagnosis found = compare(seen(20, 6), seen(20, 0));
  EXPECT_EQ(found.state, HealthState::kBroken);
  EXPECT_EQ(found.reason, "rows on 0 % of the pages, before on 100 %");
  // All pages had rows, so that a part of them is enough.
  RecordHealth some = seen(45, 6);
  add_pages(15, 0, 0, some);
  EXPECT_EQ(compare(seen(60, 6), some).reason, "rows on 75 % of the pages, before on 100 %");
  // Not all pages need have rows.
  RecordHealth before = seen(45, 6);
  add_pages(15, 0, 0, before);
  EXPECT_EQ(compare(before, some).state, HealthState::kSound);
}

TEST(RecordHealth, FarFewerRowsAPageAreAnAlarm) {
  EXPECT_EQ(compare(seen(20, 30), seen(20, 1)).reason, "1 row a page, before 30");
  EXPECT_EQ(compare(seen(20, 30), seen(5, 1)).state, HealthState::kSound) << "too few pages";
  EXPECT_EQ(compare(seen(20, 30), seen(20, 12)).state, HealthState::kSound);
}

TEST(RecordHealth, ACellThatIsGoneIsAnAlarm) {
  EXPECT_EQ(compare(seen(20, 6), seen(20, 6, 6)).reason,
            "'date' is in 0 % of the rows, before in 100 %");
  EXPECT_EQ(compare(seen(20, 6, 3), seen(20, 6, 4)).state, HealthState::kSound);
  EXPECT_EQ(compare(seen(20, 6, 6), seen(20, 6, 6)).state, HealthState::kSound);
}

// A file of version 5 has neither cells nor rows a page, and at most the share of pages.
TEST(RecordHealth, WhatIsNotKnownIsNotCompared) {
  const RecordProfile before{
      .pages = 300, .filled = 120, .rows = 700, .usual_rows = 0, .cells = {}};
  EXPECT_EQ(diagnose(posts_rule(), before, seen(50, 1, 1)).state, HealthState::kSound);
  EXPECT_EQ(diagnose(posts_rule(), before, seen(50, 0)).state, HealthState::kBroken);
}

}  // namespace
}  // namespace pagekin::wrapper
