#include "pagekin/crawl/address_guard.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using nlohmann::json;

// In network order.
std::vector<std::uint8_t> bytes_of(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  if (text.find(':') == text.npos) {
    const auto address = url::parse_ipv4(text);
    EXPECT_TRUE(address) << text;
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<std::uint8_t>(address->value >> shift));
    }
    return bytes;
  }
  const auto address = url::parse_ipv6(text.substr(0, text.find('%')));  // without its zone
  EXPECT_TRUE(address) << text;
  for (const std::uint16_t piece : address->pieces) {
    bytes.push_back(static_cast<std::uint8_t>(piece >> 8));
    bytes.push_back(static_cast<std::uint8_t>(piece));
  }
  return bytes;
}

Refusal address(const std::string& text) { return judge_address(bytes_of(text)); }

Refusal of_url(std::string_view text, bool allow_private = false) {
  const auto url = url::parse(text);
  EXPECT_TRUE(url) << text;
  return judge(*url, allow_private);
}

TEST(AddressGuard, NamesWhatItRefuses) {
  EXPECT_EQ(address("8.8.8.8"), Refusal::kNone);
  EXPECT_EQ(address("0.0.0.0"), Refusal::kUnspecified);
  EXPECT_EQ(address("127.0.0.1"), Refusal::kLoopback);
  EXPECT_EQ(address("10.1.2.3"), Refusal::kPrivate);
  EXPECT_EQ(address("100.64.0.1"), Refusal::kPrivate);
  EXPECT_EQ(address("169.254.0.1"), Refusal::kLinkLocal);
  EXPECT_EQ(address("169.254.169.254"), Refusal::kMetadata);
  EXPECT_EQ(address("168.63.129.16"), Refusal::kMetadata);
  EXPECT_EQ(address("168.63.129.17"), Refusal::kNone);
  EXPECT_EQ(address("224.0.0.1"), Refusal::kMulticast);
  EXPECT_EQ(address("203.0.113.9"), Refusal::kDocumentation);
  EXPECT_EQ(address("255.255.255.255"), Refusal::kReserved);
  EXPECT_EQ(address("::"), Refusal::kUnspecified);
  EXPECT_EQ(address("::1"), Refusal::kLoopback);
  EXPECT_EQ(address("fd12::1"), Refusal::kPrivate);
  EXPECT_EQ(address("fe80::1"), Refusal::kLinkLocal);
  EXPECT_EQ(address("fd00:ec2::254"), Refusal::kMetadata);
  EXPECT_EQ(address("ff02::1"), Refusal::kMulticast);
  EXPECT_EQ(address("2001:db8::1"), Refusal::kDocumentation);
}

TEST(AddressGuard, LooksIntoAddressesThatHoldOthers) {
  for (const char* prefix : {"::ffff:", "64:ff9b::"}) {
    EXPECT_EQ(address(std::string(prefix) + "127.0.0.1"), Refusal::kLoopback);
    EXPECT_EQ(address(std::string(prefix) + "192.168.1.1"), Refusal::kPrivate);
    EXPECT_EQ(address(std::string(prefix) + "1.1.1.1"), Refusal::kNone);
  }
  EXPECT_EQ(address("2002:a9fe:a9fe::1"), Refusal::kMetadata);
  EXPECT_EQ(address("2002:808:808::1"), Refusal::kNone);
  EXPECT_EQ(address("2001:0:808:808::1"), Refusal::kReserved) << "Teredo";
  EXPECT_EQ(address("::8.8.8.8"), Refusal::kReserved);
  EXPECT_EQ(address("::ffff:0:8.8.8.8"), Refusal::kReserved);
  EXPECT_EQ(address("64:ff9b:1::8.8.8.8"), Refusal::kReserved);
}

TEST(AddressGuard, OnlyWhatIsHandedOutIsOpenInIpv6) {
  EXPECT_EQ(address("2000::1"), Refusal::kNone);
  EXPECT_EQ(address("3ffe::1"), Refusal::kNone);
  EXPECT_EQ(address("3fff:1000::1"), Refusal::kNone);
  EXPECT_EQ(address("2001:200::1"), Refusal::kNone);
  for (const char* closed : {"1fff::1", "4000::1", "5f00::1", "8000::1", "e000::1", "fe00::1",
                             "100::1", "3fff:fff::1", "2001:1ff::1"}) {
    EXPECT_NE(address(closed), Refusal::kNone) << closed;
  }
}

TEST(AddressGuard, BytesThatAreNoAddressAreRefused) {
  const std::array<std::uint8_t, 20> bytes = {8, 8, 8, 8};
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const Refusal refusal = judge_address(std::span(bytes).first(size));
    EXPECT_EQ(refusal == Refusal::kNone, size == 4) << size;
  }
}

TEST(AddressGuard, OnlyHttpIsFetched) {
  for (const char* other :
       {"file:///etc/passwd", "ftp://h/", "gopher://h/", "data:text/html,a", "javascript:a()",
        "ws://h/", "mailto:a@h", "about:blank", "blob:http://h/a", "view-source:http://h/"}) {
    EXPECT_EQ(of_url(other), Refusal::kScheme) << other;
    EXPECT_EQ(of_url(other, true), Refusal::kScheme) << other;
  }
  EXPECT_EQ(of_url("http://h/"), Refusal::kNone);
  EXPECT_EQ(of_url("HTTPS://h/"), Refusal::kNone);
}

TEST(AddressGuard, NamesOfTheInsideAreRefused) {
  for (const char* local : {"http://localhost/", "http://a.LOCALHOST./", "http://printer.local/",
                            "http://metadata.google.internal/", "http://localhost.localdomain/"}) {
    EXPECT_EQ(of_url(local), Refusal::kLocalName) << local;
    EXPECT_EQ(of_url(local, true), Refusal::kNone) << local;
  }
  for (const char* open : {"http://mylocalhost/", "http://local.example/", "http://notinternal/"}) {
    EXPECT_EQ(of_url(open), Refusal::kNone) << open;
  }
}

TEST(AddressGuard, PrivateAddressesMayBeAskedFor) {
  EXPECT_EQ(of_url("http://127.0.0.1:8080/"), Refusal::kLoopback);
  EXPECT_EQ(of_url("http://127.0.0.1:8080/", true), Refusal::kNone);
  EXPECT_EQ(of_url("http://127.0.0.1:22/", true), Refusal::kPort);
}

TEST(AddressGuard, EveryRefusalHasItsOwnName) {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Refusal::kReserved); ++i) {
    names.push_back(name_of(static_cast<Refusal>(i)));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

json ssrf_suite() {
  return json::parse(test::read_file(test::shared_dir() / "suites/ssrf/cases.json"));
}

TEST(AddressGuard, FollowsTheTableOfAddresses) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = ssrf_suite()["addresses"];
  EXPECT_EQ(cases.size(), 77u);
  for (const json& one : cases) {
    const auto text = one["address"].get<std::string>();
    EXPECT_EQ(address(text) != Refusal::kNone, one["blocked"].get<bool>()) << text;
  }
}

TEST(AddressGuard, FollowsTheTableOfUrls) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = ssrf_suite()["urls"];
  EXPECT_EQ(cases.size(), 48u);
  for (const json& one : cases) {
    const auto text = one["url"].get<std::string>();
    const auto url = url::parse(text);
    ASSERT_TRUE(url) << text;
    EXPECT_EQ(url->href(), one["whatwg_href"].get<std::string>());
    const Refusal refusal = judge(*url);
    EXPECT_EQ(refusal != Refusal::kNone, one["decision"] == "reject") << text;
    const auto why = one["why"].get<std::string>();
    EXPECT_EQ(refusal == Refusal::kScheme, why == "scheme") << text;
    // A private address on a bad port is refused for the port, which is checked first.
    if (text != "http://10.0.0.1:22/") {
      EXPECT_EQ(refusal == Refusal::kPort, why.starts_with("bad port")) << text;
    }
  }
}

// The ends of every range in the table, and the addresses next to them.
TEST(AddressGuard, RefusesTheListedRangesFromEndToEnd) {
  PAGEKIN_NEEDS_SHARED();
  int checked = 0;
  const json ranges = ssrf_suite()["blocked_v4"];
  for (const json& one : ranges) {
    const auto text = one.get<std::string>();
    const auto slash = text.find('/');
    const std::uint32_t first = url::parse_ipv4(text.substr(0, slash))->value;
    const int bits = std::stoi(text.substr(slash + 1));
    const std::uint32_t last = first + static_cast<std::uint32_t>((1ull << (32 - bits)) - 1);
    EXPECT_NE(judge_address(url::Ipv4{first}), Refusal::kNone) << text;
    EXPECT_NE(judge_address(url::Ipv4{last}), Refusal::kNone) << text;
    ++checked;
  }
  EXPECT_EQ(checked, 16);
}

}  // namespace
}  // namespace pagekin::crawl
