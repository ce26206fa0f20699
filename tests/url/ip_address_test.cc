#include "pagekin/url/ip_address.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"

#include "support/shared.h"

namespace pagekin::url {
namespace {

std::string ipv4(std::string_view text) {
  const auto address = parse_ipv4(text);
  return address ? to_text(*address) : "none";
}

std::string ipv6(std::string_view text) {
  const auto address = parse_ipv6(text);
  return address ? to_text(*address) : "none";
}

TEST(IpAddress, ReadsOddIpv4Addresses) {
  EXPECT_EQ(ipv4("1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(ipv4("1.2.3.4."), "1.2.3.4");
  EXPECT_EQ(ipv4("127.1"), "127.0.0.1");
  EXPECT_EQ(ipv4("0x7f.1"), "127.0.0.1");
  EXPECT_EQ(ipv4("017.0.0.010"), "15.0.0.8");
  EXPECT_EQ(ipv4("4294967295"), "255.255.255.255");
  EXPECT_EQ(ipv4("0x"), "0.0.0.0");
  for (const char* bad : {"", ".", "1..2", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "4294967296",
                          "08", "0xg", "99999999999999999999999", "1.2.65536"}) {
    EXPECT_EQ(ipv4(bad), "none") << bad;
  }
}

TEST(IpAddress, KnowsWhichDomainsMustBeIpv4) {
  for (const char* yes : {"1", "a.1", "a.0x1", "a.09", "1.2.3.4.", "a.0x"}) {
    EXPECT_TRUE(ends_in_a_number(yes)) << yes;
  }
  for (const char* no : {"", ".", "a", "1.a", "1..", "a.0xg", "a.1x"}) {
    EXPECT_FALSE(ends_in_a_number(no)) << no;
  }
}

TEST(IpAddress, WritesIpv6Shortest) {
  EXPECT_EQ(ipv6("::"), "::");
  EXPECT_EQ(ipv6("1::"), "1::");
  EXPECT_EQ(ipv6("::1"), "::1");
  EXPECT_EQ(ipv6("0:0:0:0:0:0:0:0"), "::");
  EXPECT_EQ(ipv6("1:0:0:2:0:0:0:3"), "1:0:0:2::3");
  EXPECT_EQ(ipv6("1:0:0:2:3:0:0:4"), "1::2:3:0:0:4");
  EXPECT_EQ(ipv6("1:0:2:3:4:5:6:7"), "1:0:2:3:4:5:6:7");
  EXPECT_EQ(ipv6("ABCD:00ef::"), "abcd:ef::");
  EXPECT_EQ(ipv6("::ffff:1.2.3.4"), "::ffff:102:304");
  EXPECT_EQ(ipv6("1:2:3:4:5:6:1.2.3.4"), "1:2:3:4:5:6:102:304");
}

TEST(IpAddress, RefusesIpv6ThatIsNone) {
  for (const char* bad :
       {"", ":", ":1", "1:", "1:2", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8:", "g::", "::1.2.3", "::1.2.3.4.5", "::01.2.3.4", "::256.1.1.1",
        "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3.4:5", "::.1.2.3", "::1.2.3.4."}) {
    EXPECT_EQ(ipv6(bad), "none") << bad;
  }
}

TEST(IpAddress, ReadsBackWhatItWrites) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    Ipv6 address;
    for (auto& piece : address.pieces) {
      piece = random.chance(0.5) ? 0 : static_cast<std::uint16_t>(random.next());
    }
    const auto again = parse_ipv6(to_text(address));
    ASSERT_TRUE(again) << to_text(address);
    EXPECT_EQ(again->pieces, address.pieces) << to_text(address);
  }
}

TEST(IpAddress, AgreesWithTheOddAddressesOfUrlcanon) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/url-canon/urlcanon/funky_ipv4.json"));
  for (const auto& [text, expected] : suite.items()) {
    EXPECT_EQ(ipv4(text), expected.is_null() ? "none" : expected.get<std::string>()) << text;
  }
  EXPECT_EQ(suite.size(), 47u);
}

}  // namespace
}  // namespace pagekin::url
