#include "pagekin/crawl/hosts.h"

#include <gtest/gtest.h>

namespace pagekin::crawl {
namespace {

using std::chrono::seconds;

const Clock::time_point kNow{seconds(1000)};

struct HostsTest : testing::Test {
  std::size_t add(std::string_view origin, int pages = 1) {
    const std::size_t number = hosts.number_of(origin);
    for (int i = 1; i <= pages; ++i) hosts[number].queue.push({.page = i});
    hosts.schedule(number);
    return number;
  }

  Hosts hosts;
};

TEST_F(HostsTest, AreAskedOneThingAtATime) {
  const std::size_t a = add("http://a");
  const std::size_t b = add("http://b");
  EXPECT_EQ(hosts.next(kNow), a);
  hosts.begin(a);
  hosts.schedule(a);
  EXPECT_EQ(hosts.next(kNow), b);
  hosts.begin(b);
  EXPECT_EQ(hosts.next(kNow), std::nullopt);
  EXPECT_EQ(hosts.next_time(), std::nullopt);
  hosts.hold(a, kNow + seconds(5));
  hosts.end(a);
  EXPECT_EQ(hosts.next(kNow), std::nullopt);
  EXPECT_EQ(hosts.next_time(), kNow + seconds(5));
  EXPECT_EQ(hosts.next(kNow + seconds(5)), a);
}

TEST_F(HostsTest, WithNothingToDoOrLeftHaveNoTurn) {
  add("http://a", 0);
  const std::size_t b = hosts.number_of("http://b");
  hosts[b].is_left = true;
  add("http://b");
  EXPECT_EQ(hosts.next(kNow), std::nullopt);
  EXPECT_EQ(hosts.waiting(), 1u);
}

TEST_F(HostsTest, OfOneNameTakeTurnsWhateverTheScheme) {
  const std::size_t plain = add("http://a", 9);
  const std::size_t secure = add("https://a", 9);
  const std::size_t other = add("https://a:8443", 9);
  std::vector<std::size_t> order;
  Clock::time_point now = kNow;
  for (int i = 0; i < 4; ++i) {
    const std::optional<std::size_t> next = hosts.next(now);
    ASSERT_TRUE(next && *next != other);
    order.push_back(*next);
    hosts.begin(*next);
    if (i == 0) {
      EXPECT_EQ(hosts.next(now), other);
      hosts.begin(other);
    }
    EXPECT_EQ(hosts.next(now), std::nullopt);  // one of the two at a time
    hosts.hold(*next, now + seconds(1));
    hosts.end(*next);
    EXPECT_EQ(hosts.next(now), std::nullopt);  // the pause is for both
    EXPECT_EQ(hosts.next_time(), now + seconds(1));
    now += seconds(1);
  }
  EXPECT_EQ(order, (std::vector{plain, secure, plain, secure}));
}

TEST_F(HostsTest, FoundLaterWaitForTheirTwin) {
  const std::size_t plain = add("http://a");
  hosts.next(kNow);
  hosts.begin(plain);
  const std::size_t secure = add("https://a");
  EXPECT_EQ(hosts.next(kNow), std::nullopt);
  hosts.hold(plain, kNow + seconds(1));
  hosts.end(plain);
  EXPECT_EQ(hosts.next(kNow + seconds(1)), secure);
}

}  // namespace
}  // namespace pagekin::crawl
