#include "pagekin/crawl/traps.h"

#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/crawl/clean_address.h"

#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using nlohmann::json;

Trap trap(const std::string& text, const TrapLimits& limits = {}) {
  const auto url = url::parse(text);
  EXPECT_TRUE(url) << text;
  return trap_in(*url, limits);
}

TEST(Traps, OrdinaryAddressesAreNone) {
  for (const char* ordinary :
       {"http://h/", "http://h/2026/11/11/post", "http://h/a/b/a/b", "http://h/a/b/a/c/a/d",
        "http://h/?a=1&a=2&a=3", "http://h/?a=1&b=1&c=1", "http://h//a////b", "http://h/a/a?a&a"}) {
    EXPECT_EQ(trap(ordinary), Trap::kNone) << ordinary;
  }
}

TEST(Traps, BlocksOfAnyLengthAreFound) {
  EXPECT_EQ(trap("http://h/a/a/a"), Trap::kRepeatedSegments);
  EXPECT_EQ(trap("http://h/x/a/b/a/b/a/b"), Trap::kRepeatedSegments);
  EXPECT_EQ(trap("http://h/a/b/c/a/b/c/a/b/c/x"), Trap::kRepeatedSegments);
  EXPECT_EQ(trap("http://h/a/b/c/a/b/c/a/b/d"), Trap::kNone);
  EXPECT_EQ(trap("http://h/a//a/a/"), Trap::kRepeatedSegments) << "empty segments do not count";
}

TEST(Traps, LimitsAreTheCallers) {
  EXPECT_EQ(trap("http://h/a/a/a", {.repeats = 3}), Trap::kNone);
  EXPECT_EQ(trap("http://h/a/b/c", {.segments = 2}), Trap::kTooManySegments);
  EXPECT_EQ(trap("http://h/a/b", {.segments = 2}), Trap::kNone);
  EXPECT_EQ(trap("http://h/?a&b&c", {.parameters = 2}), Trap::kTooManyParameters);
  EXPECT_EQ(trap("http://h/#" + std::string(99, 'x'), {.bytes = 9}), Trap::kNone);
  EXPECT_EQ(trap("http://h/a", {.bytes = 9}), Trap::kTooLong);
}

TEST(Traps, GrowingQueriesAreFound) {
  EXPECT_EQ(trap("http://h/?p=1&q&p=1"), Trap::kNone);
  EXPECT_EQ(trap("http://h/?p=1&q&p=1&p=1"), Trap::kRepeatedParameter);
  std::string many = "http://h/?";
  for (int i = 0; i < 33; ++i) many += "p" + std::to_string(i) + "&";
  EXPECT_EQ(trap(many), Trap::kTooManyParameters);
}

// Follows every link of a trap whose addresses grow, and counts the pages until it ends.
TEST(Traps, GrowingAddressesEnd) {
  for (const char* step : {"b/", "b/c/", "x/../b/", "?a=1", "./b//"}) {
    auto url = url::parse("http://h/a/");
    int steps = 0;
    while (trap_in(*url) == Trap::kNone && steps < 100) {
      std::string next = step;
      if (next[0] == '?') next += "&" + std::string(url->query());
      url = url::parse(next, &*url);
      ++steps;
    }
    EXPECT_LT(steps, 10) << step;
  }
  auto url = url::parse("http://h/a/");
  int steps = 0;
  for (; trap_in(*url) == Trap::kNone && steps < 100; ++steps) {
    url = url::parse("s" + std::to_string(steps) + "/", &*url);
  }
  EXPECT_EQ(steps, 20);
  EXPECT_EQ(name_of(trap_in(*url)), "too many path segments");
}

TEST(Traps, FollowsTheStaticTable) {
  PAGEKIN_NEEDS_SHARED();
  const json suite =
      json::parse(test::read_file(test::shared_dir() / "suites/traps/cases.json"))["static"];
  const std::map<std::string, Trap> rules = {{"repeating segment", Trap::kRepeatedSegments},
                                             {"cycle of two", Trap::kRepeatedSegments},
                                             {"21 segments", Trap::kTooManySegments},
                                             {"url 2084", Trap::kTooLong}};
  int checked = 0;
  for (const json& one : suite) {
    const auto name = one["name"].get<std::string>();
    ++checked;
    if (one.contains("url")) {
      const auto rule = rules.find(name);
      EXPECT_EQ(trap(one["url"].get<std::string>()),
                rule == rules.end() ? Trap::kNone : rule->second)
          << name;
      EXPECT_EQ(rule != rules.end(), one["reject"].get<bool>()) << name;
      continue;
    }
    CleanRules clean;
    if (name == "utm") clean.dropped.push_back("utm_*");
    const auto first = clean_address(one["urls"][0].get<std::string>(), nullptr, clean);
    const auto second = clean_address(one["urls"][1].get<std::string>(), nullptr, clean);
    ASSERT_TRUE(first && second) << name;
    EXPECT_EQ(first->key, second->key) << name;
  }
  EXPECT_EQ(checked, 12);
}

}  // namespace
}  // namespace pagekin::crawl
