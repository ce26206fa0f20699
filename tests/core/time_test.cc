#include "pagekin/core/time.h"

#include <gtest/gtest.h>

namespace pagekin {
namespace {

TEST(Time, IsWrittenInUtc) {
  EXPECT_EQ(utc_time(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_time(951'782'399), "2000-02-28T23:59:59Z");
  EXPECT_EQ(utc_time(951'782'400), "2000-02-29T00:00:00Z");
  EXPECT_EQ(utc_time(1'704'067'200), "2024-01-01T00:00:00Z");
  EXPECT_EQ(utc_time(-1), "1969-12-31T23:59:59Z");
  EXPECT_EQ(utc_time(-86'400), "1969-12-31T00:00:00Z");
}

}  // namespace
}  // namespace pagekin
