#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/synth/synth.h"

namespace pagekin::synth {
namespace {

TEST(CrawlPart, IsReadFromTwoNumbersAndASlash) {
  EXPECT_EQ(parse_part("1/1").count, 1U);
  EXPECT_EQ(parse_part("3/10").number, 3U);
  EXPECT_EQ(parse_part("3/10").count, 10U);
  // Of the right form; checked() knows the range.
  EXPECT_EQ(parse_part("0/2").number, 0U);
}

TEST(CrawlPart, IsNothingElse) {
  for (const char* text : {"", "/", "1", "1/", "/2", "1/2/3", " 1/2", "1/2 ", "1 / 2", "-1/2",
                           "+1/2", "a/b", "0.5", "1/4294967296", "1\\2"}) {
    EXPECT_THROW(parse_part(text), Error) << text;
  }
}

TEST(CrawlPart, CutsThePagesIntoRunsThatDifferByOneAtMost) {
  for (const std::uint64_t pages : {1U, 2U, 7U, 100U, 1001U}) {
    for (std::uint32_t count = 1; count <= pages && count <= 20; ++count) {
      std::uint64_t next = 0;
      for (std::uint32_t number = 1; number <= count; ++number) {
        const PageRange range = range_of({.number = number, .count = count}, pages);
        EXPECT_EQ(range.first, next);
        EXPECT_GE(range.end - range.first, pages / count);
        EXPECT_LE(range.end - range.first, pages / count + 1);
        next = range.end;
      }
      EXPECT_EQ(next, pages);
    }
  }
}

TEST(CrawlPart, CutsTheLargestCrawlWithoutOverflow) {
  const PageRange last = range_of({.number = 1'000'000, .count = 1'000'000}, 1'000'000'000'000);
  EXPECT_EQ(last.first, 999'999'000'000U);
  EXPECT_EQ(last.end, 1'000'000'000'000U);
}

TEST(CrawlPart, IsCheckedAgainstItsRange) {
  for (const CrawlPart part :
       {CrawlPart{0, 2}, CrawlPart{3, 2}, CrawlPart{1, 0}, CrawlPart{1, 11}, CrawlPart{0, 0}}) {
    try {
      checked({.pages = 10, .part = part});
      ADD_FAILURE() << part.number << '/' << part.count;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                "part: expected K/N with K from 1 to N and N from 1 to 10, found " +
                    std::to_string(part.number) + "/" + std::to_string(part.count));
    }
  }
  EXPECT_EQ(checked({.pages = 10, .part = {10, 10}}).part.number, 10U);
}

TEST(CrawlPart, LeavesTheCrawlWhole) {
  const Crawl whole({.pages = 60});
  const Crawl part({.pages = 60, .part = {2, 3}});
  EXPECT_EQ(part.size(), 60U);
  EXPECT_EQ(part.part().first, 20U);
  EXPECT_EQ(part.part().end, 40U);
  for (std::uint64_t n = 0; n < 60; ++n) EXPECT_EQ(part.page(n).html, whole.page(n).html);
}

}  // namespace
}  // namespace pagekin::synth
