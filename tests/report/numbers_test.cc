#include "pagekin/report/numbers.h"

#include <gtest/gtest.h>

namespace pagekin::report {
namespace {

TEST(Numbers, HaveNoNegativeZero) {
  EXPECT_EQ(decimal(-1e-9), "0.000000");
  EXPECT_EQ(decimal(-0.0), "0.000000");
  EXPECT_EQ(decimal(-0.0004, 3), "0.000");
  EXPECT_EQ(decimal(-0.25), "-0.250000");
  EXPECT_EQ(decimal(2.0 / 3), "0.666667");
}

TEST(Numbers, AreWrittenForPeople) {
  EXPECT_EQ(decimal_or(std::nullopt, "-"), "-");
  EXPECT_EQ(decimal_or(1, "-"), "1.000000");
  EXPECT_EQ(percent(3, 200), "1.5");
  EXPECT_EQ(per_second(5000, 2), "2,500");
  EXPECT_EQ(plural(1, "page", "pages"), "1 page");
  EXPECT_EQ(plural(1200, "page", "pages"), "1,200 pages");
}

}  // namespace
}  // namespace pagekin::report
