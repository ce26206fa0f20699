#include "pagekin/crawl/clean_address.h"

#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"
#include "pagekin/core/text.h"

#include "support/rounds.h"
#include "support/shared.h"
#include "url/random_urls.h"

namespace pagekin::crawl {
namespace {

std::string fetched(std::string_view text, const CleanRules& rules = {}) {
  const auto clean = clean_address(text, nullptr, rules);
  return clean ? clean->url.href() : "none";
}

std::string key(std::string_view text, const CleanRules& rules = {}) {
  const auto clean = clean_address(text, nullptr, rules);
  return clean ? clean->key : "none";
}

TEST(CleanAddress, SessionsAreDroppedFromTheQuery) {
  for (const char* session :
       {"PHPSESSID=1", "jsessionid=a!b", "CFID=1", "cftoken=2", "ASPSESSIONIDQABC=x", "sid=9",
        "sid", "SID=", "%73id=1", "sid=1&cfid=2", "sid=a=b"}) {
    const std::string text = session;
    EXPECT_EQ(fetched("http://h/p?" + text), "http://h/p") << text;
    EXPECT_EQ(fetched("http://h/p?a=1&" + text), "http://h/p?a=1") << text;
    EXPECT_EQ(fetched("http://h/p?" + text + "&b"), "http://h/p?b") << text;
    EXPECT_EQ(fetched("http://h/p?a=1&" + text + "&b=#c"), "http://h/p?a=1&b=") << text;
  }
}

TEST(CleanAddress, SessionsAreDroppedFromThePath) {
  EXPECT_EQ(fetched("http://h/p;jsessionid=1?x=1"), "http://h/p?x=1");
  EXPECT_EQ(fetched("http://h/p;a=1;JSESSIONID=1!2;b/q"), "http://h/p;a=1;b/q");
  EXPECT_EQ(fetched("http://h/;jsessionid=1"), "http://h/");
  EXPECT_EQ(fetched("http://h/a/..;sid=1/b"), "http://h/b");
  EXPECT_EQ(fetched("http://h/(S(4hqa0555fwsecu455xqckv45))/p"), "http://h/p");
  EXPECT_EQ(fetched("http://h/a/(X(1)S(4hqa0555fwsecu455xqckv45))"), "http://h/a/");
}

TEST(CleanAddress, WhatOnlyLooksLikeASessionStays) {
  for (const char* same :
       {"http://h/sid=1", "http://h/p?side=1", "http://h/p?a=sid", "http://h/p?asid=1",
        "http://h/p%3Bjsessionid=1", "http://h/f(x)/(a)/(S(1))", "http://h/p?a=1;sid=2",
        "http://h/jsessionid=1"}) {
    EXPECT_EQ(fetched(same), same);
  }
}

TEST(CleanAddress, TheAddressIsFetchedAsThePageWroteIt) {
  EXPECT_EQ(fetched("http://u:p@H:80//a/%7e?b=&&a=1#c"), "http://h//a/%7e?b=&&a=1");
  EXPECT_EQ(fetched("http://h/?"), "http://h/?");
}

TEST(CleanAddress, TheKeyIsCanonicalAndKeepsTheOrderUnlessAsked) {
  EXPECT_EQ(key("http://u:p@H.:80//a/%7e?b=&&a=1&sid=3#c"), "http://h/a/~?b&a=1");
  EXPECT_EQ(key("http://h/?b=2&a=1", {.sort_parameters = true}), "http://h/?a=1&b=2");
  EXPECT_EQ(fetched("http://h/?b=2&a=1", {.sort_parameters = true}), "http://h/?b=2&a=1");
  EXPECT_NE(key("http://h/?b=2&a=1"), key("http://h/?a=1&b=2"));
}

TEST(CleanAddress, TheListIsTheCallers) {
  const CleanRules rules = {.dropped = {"utm_*", "Ref"}};
  EXPECT_EQ(fetched("http://h/?utm_source=a&utm_medium=b&ref=c&sid=1", rules), "http://h/?sid=1");
  EXPECT_EQ(fetched("http://h/?sid=1", {.dropped = {}}), "http://h/?sid=1");
}

TEST(CleanAddress, RelativeReferencesNeedABase) {
  const auto base = url::parse("http://h/a/b?c");
  EXPECT_EQ(clean_address("d;sid=1#e", &*base)->url.href(), "http://h/a/d");
  EXPECT_FALSE(clean_address("d"));
}

TEST(CleanAddress, OtherSchemesHaveNone) {
  for (const char* other : {"file:///a", "ftp://h/a", "mailto:a@h", "javascript:a()", "data:,a",
                            "ws://h/", "http://", "no url"}) {
    EXPECT_EQ(key(other), "none") << other;
  }
}

// Random addresses with sessions at random places.
std::string random_address(Random& random) {
  constexpr std::string_view sessions[] = {"sid=1",
                                           ";jsessionid=2",
                                           "&PHPSESSID=3",
                                           "s%69d",
                                           "&cfid",
                                           ";%6Asessionid",
                                           "(S(4hqa0555fwsecu455xqckv45))",
                                           "/",
                                           "%73id=1",
                                           "?sid=",
                                           "(%53(4hqa0555fwsecu455xqckv4%35))",
                                           "%28S(4hqa0555fwsecu455xqckv45))",
                                           "&aspsessionidX"};
  std::string text = test::random_url(random);
  for (std::uint32_t left = random.below(4); left > 0; --left) {
    const std::string session(
        sessions[random.below(static_cast<std::uint32_t>(std::size(sessions)))]);
    text.insert(random.chance(0.7) ? text.size()
                                   : random.below(static_cast<std::uint32_t>(text.size() + 1)),
                session);
    if (random.chance(0.3)) text += test::random_url(random);
  }
  return text;
}

TEST(CleanAddress, IsItsOwnCleanAddress) {
  Random random(29);
  const CleanRules sorted = {.sort_parameters = true};
  std::optional<url::Url> base = url::parse("http://h/a/b;c?d=1&sid=2");
  int addresses = 0;
  int cleaned = 0;
  for (int i = 0; i < test::rounds(20'000); ++i) {
    const std::string text = random_address(random);
    for (const CleanRules& rules : {CleanRules{}, sorted}) {
      const auto clean = clean_address(text, &*base, rules);
      if (!clean) continue;
      ++addresses;
      cleaned += url::parse(text, &*base)->without_fragment() != clean->url.href() ? 1 : 0;
      ASSERT_EQ(fetched(clean->url.href(), rules), clean->url.href()) << printable(text);
      ASSERT_EQ(key(clean->url.href(), rules), clean->key) << printable(text);
      ASSERT_EQ(key(clean->key, rules), clean->key) << printable(text);
      ASSERT_EQ(fetched(clean->key, rules), clean->key) << printable(text);
    }
  }
  EXPECT_GT(addresses, test::rounds(10'000));
  EXPECT_GT(cleaned, test::rounds(3'000));
}

TEST(CleanAddress, DropsTheSessionsThatUrlcanonDrops) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/url-canon/urlcanon/aggressive.json"));
  // Its other cases are about addresses that a crawler distinguishes: https, www, letter case in
  // paths.
  int checked = 0;
  for (const auto& [text, expected] : suite.items()) {
    const bool has_session = text.find("4hqa0555") != text.npos ||
                             text.find("sessionid=") != text.npos ||
                             text.find("SESS") != text.npos || text.find("sid=") != text.npos ||
                             text.find("CFID") != text.npos;
    if (!has_session) continue;
    std::string want = expected.get<std::string>();
    if (want == "http://example.com/something") want += '/';  // urlcanon drops the last slash
    EXPECT_EQ(key(text), want);
    EXPECT_EQ(fetched(text), want);
    ++checked;
  }
  EXPECT_EQ(checked, 10);
}

}  // namespace
}  // namespace pagekin::crawl
