#include "pagekin/input/page_rules.h"

#include <gtest/gtest.h>

namespace pagekin::input {
namespace {

std::optional<Reason> reason(std::string_view content_type, std::string_view body) {
  const auto why_not = why_not_page(html::parse_media_type(content_type), body);
  return why_not ? std::optional(why_not->reason) : std::nullopt;
}

constexpr std::string_view kBinary("\x89PNG\r\n\x1a\n\0\1", 10);
constexpr std::string_view kUtf16("<\0p\0", 4);

TEST(PageRules, ADeclaredTypeDecidesBeforeTheBody) {
  EXPECT_EQ(reason("text/html; charset=utf-8", "plain words"), std::nullopt);
  EXPECT_EQ(reason("application/xhtml+xml", "<p>"), std::nullopt);
  EXPECT_EQ(reason("image/png", "<p>"), Reason::kMediaType);
  EXPECT_EQ(reason("image/png", ""), Reason::kMediaType);
  EXPECT_FALSE(may_be_page(html::parse_media_type("image/png")));
  EXPECT_TRUE(may_be_page(html::parse_media_type("text/html")));
  EXPECT_TRUE(may_be_page(std::nullopt));
}

TEST(PageRules, WithoutATypeTheContentMustLookLikeHtml) {
  EXPECT_EQ(reason("", "<!doctype html><p>"), std::nullopt);
  EXPECT_EQ(reason("no type", "<?xml version='1.0'?>"), std::nullopt);
  EXPECT_EQ(reason("", "plain words"), Reason::kMediaType);
  EXPECT_EQ(reason("", kBinary), Reason::kBinary);
  EXPECT_EQ(reason("", ""), Reason::kEmpty);
}

TEST(PageRules, HtmlHasBytesThatAreNotBinary) {
  EXPECT_EQ(reason("text/html", ""), Reason::kEmpty);
  EXPECT_EQ(reason("text/html", kBinary), Reason::kBinary);
  EXPECT_EQ(reason("text/html", kUtf16), Reason::kBinary);
  EXPECT_EQ(reason("text/html; charset=utf-16le", kUtf16), std::nullopt);
  EXPECT_EQ(not_a_page("<p>", ""), std::nullopt);
}

TEST(PageRules, TextWithSomeNulIsAPage) {
  const std::string nul(1, '\0');
  EXPECT_EQ(reason("text/html", "Some words" + nul + " before <b>the</b> first tag" + nul),
            std::nullopt);
  EXPECT_EQ(reason("text/html", nul + "<p>words, words and more words</p>"), std::nullopt);
  EXPECT_EQ(reason("text/html", "words" + nul + ", but no tag at all"), Reason::kBinary);
  EXPECT_EQ(reason("text/html", "<p>" + nul + "\x01\x02 <b>data"), std::nullopt);
  EXPECT_EQ(reason("text/html", "x<p>" + nul + "\x01\x02 <b>data"), Reason::kBinary);
  EXPECT_EQ(reason("", "Some words" + nul + " before <b>the</b> first tag"), Reason::kBinary);
}

}  // namespace
}  // namespace pagekin::input
