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

TEST(PageRules, AnyNumberOfNulsMayComeFirst) {
  for (const std::size_t count : {1U, 3U, 1'000U, 100'000U}) {
    const std::string nuls(count, '\0');
    EXPECT_EQ(reason("text/html", nuls + "<p>x"), std::nullopt) << count;
    EXPECT_EQ(reason("text/html", nuls + "words <i>x"), std::nullopt) << count;
    EXPECT_EQ(reason("", nuls + "<p>x"), std::nullopt) << count;
    EXPECT_EQ(reason("", nuls + "words <i>x"), Reason::kMediaType) << count;
    EXPECT_EQ(reason("text/html", nuls), Reason::kBinary) << count;
    EXPECT_EQ(reason("text/html", nuls + "x"), Reason::kBinary) << count;
  }
  const std::string three(3, '\0');
  EXPECT_EQ(reason("text/html", "abc " + three + "<p>x"), std::nullopt);
}

// UTF-16 and UTF-32 that nothing declares, in both orders of bytes.
TEST(PageRules, LettersWithNulBesideThemAreNotText) {
  for (const std::string& text :
       {std::string("<p>x"), std::string("words and <b>more</b> words")}) {
    for (const std::size_t width : {2U, 4U}) {
      for (const std::size_t place : {std::size_t{0}, width - 1}) {
        std::string wide;
        for (const char c : text) {
          std::string letter(width, '\0');
          letter[place] = c;
          wide += letter;
        }
        EXPECT_EQ(reason("text/html", wide), Reason::kBinary) << text << width << place;
      }
    }
  }
}

TEST(PageRules, BinaryFilesWithTagsInThemAreNotPages) {
  using namespace std::string_literals;
  const std::string tags = "<p>a tag, and some words that are long enough</p>";
  const std::string nuls(3, '\0');
  const std::string files[] = {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0"s,
                               "PK\x03\x04\x14\0\0\0\x08\0page.html"s,
                               "\x1f\x8b\x08\0\0\0\0\0\0\x03"s,
                               "%PDF-1.7\n"s,
                               "\0\0\0 ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\x08"
                               "free"s,
                               "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0h\x04\0\0"s,
                               "\0\x01\0\0\0\x0b\0\x80\0\x03\0\x30OS/2"s,
                               "SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20"s};
  for (const std::string& file : files) {
    EXPECT_EQ(reason("text/html", file + tags), Reason::kBinary) << file;
    EXPECT_EQ(reason("text/html", nuls + file + tags), Reason::kBinary) << file;
    EXPECT_EQ(reason("", file + tags), Reason::kBinary) << file;
  }
}

}  // namespace
}  // namespace pagekin::input
