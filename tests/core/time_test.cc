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

TEST(Time, IsReadBack) {
  for (const std::int64_t seconds : {0, 951'782'399, 951'782'400, 1'704'067'200, -1, -86'400}) {
    EXPECT_EQ(parse_utc_time(utc_time(seconds)), seconds);
  }
  EXPECT_EQ(parse_utc_time("2000-02-28T23:59:59.123456Z"), 951'782'399);
  EXPECT_EQ(parse_utc_time("2024-01-01"), 1'704'067'200);
  for (const char* const text :
       {"", "2024", "2024-13-01", "2024-02-30", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00",
        "2024-01-01T00:00:00Zx", "+024-01-01", "2024-01-01T0a:00:00Z"}) {
    EXPECT_EQ(parse_utc_time(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pagekin
