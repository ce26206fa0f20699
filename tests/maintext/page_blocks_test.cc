#include "pagekin/maintext/page_blocks.h"

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

TEST(PageBlocks, CountsWords) {
  EXPECT_EQ(count_words(""), 0U);
  EXPECT_EQ(count_words(" - "), 0U);
  EXPECT_EQ(count_words("It's 3 o'clock, caf\xc3\xa9_1"), 6U);
  // Four Chinese characters, then a word.
  EXPECT_EQ(count_words("\xe4\xb8\xad\xe6\x96\x87\xe7\xbd\x91\xe9\xa1\xb5 page"), 3U);
}

TEST(PageBlocks, ATextIsInTheBlockAroundIt) {
  const TestPage page("<div>a <b>b</b><p>c <a href=/>d e</a></p>f</div><ul><li>g<li>-</ul>");
  ASSERT_EQ(page.blocks.size(), 5U);
  EXPECT_EQ(page.text(page.blocks[0]), "a b");
  EXPECT_EQ(page.text(page.blocks[1]), "c d e");
  EXPECT_EQ(page.blocks[1].words, 3U);
  EXPECT_EQ(page.blocks[1].link_words, 2U);
  EXPECT_EQ(page.text(page.blocks[2]), "f");
  EXPECT_EQ(page.blocks[4].key, 0U) << "no letters";
}

TEST(PageBlocks, TheKeyIsThatOfTheTexts) {
  const TestPage page("<p>a <b>b</b></p><div>a <i>b</i></div><p>a b</p><p>b <b>a</b></p>");
  EXPECT_EQ(page.blocks[0].key, page.blocks[1].key);
  EXPECT_NE(page.blocks[0].key, page.blocks[3].key);
}

TEST(PageBlocks, ProseHasFewLinks) {
  EXPECT_TRUE((Block{.words = 12, .link_words = 4}).is_prose(12));
  EXPECT_FALSE((Block{.words = 12, .link_words = 5}).is_prose(12));
  EXPECT_FALSE((Block{.words = 11}).is_prose(12));
}

}  // namespace
}  // namespace pagekin::maintext
