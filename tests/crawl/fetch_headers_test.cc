#include <string>

#include <gtest/gtest.h>

#include "pagekin/crawl/fetcher.h"

namespace pagekin::crawl {
namespace {

using namespace std::chrono_literals;
using Wait = std::optional<std::chrono::seconds>;

// Sun, 06 Nov 1994 08:49:37 GMT
const auto kThen = std::chrono::system_clock::from_time_t(784'111'777);

TEST(RetryAfter, IsSeconds) {
  EXPECT_EQ(retry_after("120", kThen), Wait(120s));
  EXPECT_EQ(retry_after(" 0 ", kThen), Wait(0s));
  EXPECT_EQ(retry_after("007", kThen), Wait(7s));
}

TEST(RetryAfter, IsADateOfThreeForms) {
  for (const char* date : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"}) {
    EXPECT_EQ(retry_after(date, kThen - 90s), Wait(90s)) << date;
    EXPECT_EQ(retry_after(date, kThen), Wait(0s)) << date;
    EXPECT_EQ(retry_after(date, kThen + 90s), Wait(0s)) << date;
  }
}

TEST(RetryAfter, AbsurdWaitsAreAYear) {
  const std::chrono::seconds year = 24h * 365;
  EXPECT_EQ(retry_after("31536001", kThen), Wait(year));
  EXPECT_EQ(retry_after("18446744073709551616", kThen), Wait(year));
  EXPECT_EQ(retry_after(std::string(1000, '9'), kThen), Wait(year));
  EXPECT_EQ(retry_after("Fri, 31 Dec 9999 23:59:59 GMT", kThen), Wait(year));
}

TEST(RetryAfter, IsNothingElse) {
  for (const std::string value :
       {"", " ", "-5", "1.5", "soon", "5 seconds", "12,13", "Sun", "1994-11-06", "0x10",
        "Sun, 99 Foo 1994 08:49:37 GMT", "+5", "\xff\xfe"}) {
    EXPECT_EQ(retry_after(value, kThen), std::nullopt) << value;
  }
  EXPECT_EQ(retry_after("Sun, 06 Nov 1994 08:49:37 GMT" + std::string(100'000, 'a'), kThen),
            std::nullopt);
}

}  // namespace
}  // namespace pagekin::crawl
