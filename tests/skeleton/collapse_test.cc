#include <gtest/gtest.h>

#include "pagekin/skeleton/health.h"

namespace pagekin::skeleton {
namespace {

TEST(Collapse, FarFewerPagesThanWereLearnedAreAnAlarm) {
  const Spread left{.learned = 124, .all_learned = 124, .pages = 4, .unknown = 2, .all = 150};
  EXPECT_TRUE(has_collapsed(left));
  EXPECT_EQ(collapsed(left).state, HealthState::kBroken);
  EXPECT_EQ(collapsed(left).reason, "only 4 of 150 pages have the template, before 124");
}

TEST(Collapse, ASmallRunSaysNothing) {
  EXPECT_FALSE(
      has_collapsed({.learned = 124, .all_learned = 124, .pages = 4, .unknown = 0, .all = 10}));
  EXPECT_FALSE(
      has_collapsed({.learned = 5, .all_learned = 5, .pages = 0, .unknown = 0, .all = 10}));
}

// A part of a crawl has few pages of a small template.
TEST(Collapse, ThePartOfAllPagesMustFallToo) {
  Spread part{.learned = 300, .all_learned = 300, .pages = 24, .all = 400, .crawl = 5'000};
  EXPECT_FALSE(has_collapsed(part));
  part.pages = 4;
  EXPECT_TRUE(has_collapsed(part));
}

TEST(Collapse, HalfOfThePagesAreEnough) {
  EXPECT_FALSE(
      has_collapsed({.learned = 124, .all_learned = 124, .pages = 62, .unknown = 62, .all = 150}));
}

}  // namespace
}  // namespace pagekin::skeleton
