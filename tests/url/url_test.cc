#include "pagekin/url/url.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/core/text.h"

#include "reference/url_state_machine.h"
#include "url/random_urls.h"

namespace pagekin::url {
namespace {

using reference::UrlRecord;
using reference::UrlStateMachine;

std::string href(std::string_view input) {
  const auto url = parse(input);
  return url ? url->href() : "none";
}

std::string resolve(std::string_view input, std::string_view base) {
  const auto parsed = parse(base);
  const auto url = parsed ? parse(input, &*parsed) : std::nullopt;
  return url ? url->href() : "none";
}

TEST(Url, PartsLieInTheHref) {
  const auto url = parse("HTTPS://User:Se%63ret@Host.Example:8080/a/./b/../c?q=1#f");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->href(), "https://User:Se%63ret@host.example:8080/a/c?q=1#f");
  EXPECT_EQ(url->scheme(), "https");
  EXPECT_EQ(url->username(), "User");
  EXPECT_EQ(url->password(), "Se%63ret");
  EXPECT_EQ(url->host(), "host.example");
  EXPECT_EQ(url->port(), "8080");
  EXPECT_EQ(url->port_number(), 8080);
  EXPECT_EQ(url->path(), "/a/c");
  EXPECT_EQ(url->query(), "q=1");
  EXPECT_EQ(url->fragment(), "f");
  EXPECT_EQ(url->without_fragment(), "https://User:Se%63ret@host.example:8080/a/c?q=1");
  EXPECT_TRUE(url->is_http());
  EXPECT_FALSE(url->has_opaque_path());
}

TEST(Url, TellsAnEmptyPartFromNone) {
  const auto bare = parse("http://h/");
  EXPECT_FALSE(bare->has_query());
  EXPECT_FALSE(bare->has_fragment());
  EXPECT_EQ(bare->without_fragment(), "http://h/");
  const auto empty = parse("http://h/?#");
  EXPECT_TRUE(empty->has_query());
  EXPECT_TRUE(empty->has_fragment());
  EXPECT_EQ(empty->without_fragment(), "http://h/?");
  EXPECT_FALSE(parse("mailto:a@b")->has_host());
  EXPECT_TRUE(parse("file:///x")->has_host());
}

TEST(Url, ResolvesAgainstABase) {
  const std::string_view base = "http://h/d/e?q#f";
  EXPECT_EQ(resolve("x", base), "http://h/d/x");
  EXPECT_EQ(resolve("", base), "http://h/d/e?q");
  EXPECT_EQ(resolve("#g", base), "http://h/d/e?q#g");
  EXPECT_EQ(resolve("../../../x", base), "http://h/x");
  EXPECT_EQ(resolve("//g/x", base), "http://g/x");
  EXPECT_EQ(resolve("x", "mailto:a"), "none");
  EXPECT_EQ(resolve("#x", "mailto:a"), "mailto:a#x");
  EXPECT_EQ(href("x"), "none");
}

TEST(Url, ReadsIllFormedUtf8AsTheReplacementCharacter) {
  EXPECT_EQ(href("http://h/\xE9?\xE9"), "http://h/%EF%BF%BD?%EF%BF%BD");
  EXPECT_EQ(href("http://h\xE9/"), "none");
}

TEST(Url, DropsBlanksAndLineEnds) {
  EXPECT_EQ(href(" \n http://h/a\tb\r\nc \x01"), "http://h/abc");
}

TEST(Url, RefusesHostsThatNoNameCanBe) {
  for (const char* bad : {"http://", "http:///", "http://a b/", "http://a%20b/", "http://%/",
                          "http://[1/", "http://[::1]x/", "http://h:99999/", "http://h:x/",
                          "http://256.1.1.1/", "http://1.2.3.4.5/", "http://u@/"}) {
    EXPECT_EQ(href(bad), "none") << bad;
  }
}

TEST(Url, NamesTooLongForIcuAreRefused) {
  std::string labels;
  for (int i = 0; i < 50'000; ++i) labels += "\xC3\xA9.";
  EXPECT_EQ(href("http://" + labels + "/"), "none");
  EXPECT_EQ(href("http://" + std::string(100'000, 'a') + "/").size(), 100'008u);
}

TEST(Url, ReadsLongInputs) {
  std::string climbing = "http://h";
  for (int i = 0; i < 200'000; ++i) climbing += "/a/..";
  EXPECT_EQ(href(climbing), "http://h/");
  EXPECT_EQ(href("http://" + std::string(300'000, '@') + "h/").substr(0, 10), "http://%40");
}

// The parser and the state machine agree, with and without a base, and what they write
// is read back as it is. PAGEKIN_MANY_URLS is the number of texts, 20,000 by default.
TEST(Url, AgreesWithTheStateMachine) {
  const char* many = std::getenv("PAGEKIN_MANY_URLS");
  const long texts = many != nullptr ? std::atol(many) : 20'000;
  Random random(2026);
  std::optional<Url> base;
  std::optional<UrlRecord> base_record;
  long parsed = 0;
  for (long i = 0; i < texts; ++i) {
    const std::string text = test::random_url(random);
    SCOPED_TRACE(printable(text));
    if (base) SCOPED_TRACE(base->href());
    const auto url = parse(text, base ? &*base : nullptr);
    const auto record =
        UrlStateMachine::run(to_valid_utf8(text), base_record ? &*base_record : nullptr);
    ASSERT_EQ(url ? url->href() : "none", record ? record->href() : "none");
    if (url) {
      ++parsed;
      ASSERT_EQ(href(url->href()), url->href());
    }
    if (random.chance(0.3)) {
      base = url;
      base_record = record;
    }
  }
  EXPECT_GT(parsed, texts / 3);
}

}  // namespace
}  // namespace pagekin::url
