#include "pagekin/maintext/site_texts.h"

#include <random>

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"
#include "reference/site_texts.h"

namespace pagekin::maintext {
namespace {

std::vector<Block> blocks_of(std::initializer_list<std::uint64_t> keys) {
  std::vector<Block> blocks;
  for (const std::uint64_t key : keys) blocks.push_back({.key = key, .words = 5});
  return blocks;
}

TEST(SiteTexts, CopiesCountOnce) {
  SiteTexts texts;
  const std::vector<Block> page = blocks_of({1, 2, 3});
  EXPECT_TRUE(texts.add(7, 70, keys_of(page)));
  EXPECT_FALSE(texts.add(7, 70, keys_of(page)));
  const PageTexts alone(texts, 7, 70, page);
  EXPECT_EQ(alone.other_pages(), 0U);
  EXPECT_EQ(alone.pages_with(page[0]), 0U);
  const std::vector<Block> other = blocks_of({1, 4, 5});
  EXPECT_TRUE(texts.add(7, 71, keys_of(other)));
  const PageTexts now(texts, 7, 70, page);
  EXPECT_EQ(now.other_pages(), 1U);
  EXPECT_EQ(now.pages_with(page[0]), 1U);
  EXPECT_EQ(now.pages_with(page[1]), 0U);
}

TEST(SiteTexts, PagesWithoutRoomAreNotCounted) {
  SiteTexts texts(5);
  const std::vector<Block> first = blocks_of({1, 2, 3});
  EXPECT_TRUE(texts.add(7, 70, keys_of(first)));
  EXPECT_TRUE(texts.add(7, 71, keys_of(blocks_of({1, 4, 5})))) << "no copy, but no room";
  EXPECT_FALSE(texts.add(7, 70, keys_of(first))) << "copies are still known";
  EXPECT_TRUE(texts.add(7, 72, keys_of(blocks_of({1, 6})))) << "a smaller one has room";
  const PageTexts seen(texts, 7, 70, first);
  EXPECT_EQ(seen.other_pages(), 1U);
  EXPECT_EQ(seen.pages_with(first[0]), 1U);
}

TEST(SiteTexts, ACopyUnderAnotherTitle) {
  std::vector<Block> page;
  for (std::uint64_t key = 1; key <= 20; ++key) page.push_back({.key = key, .words = 5});
  std::vector<Block> copy = page;
  copy.back().key = 99;
  SiteTexts texts;
  texts.add(7, 70, keys_of(page));
  texts.add(7, 71, keys_of(copy));
  texts.add(7, 72, keys_of(blocks_of({1, 50, 51, 52})));
  const PageTexts seen(texts, 7, 70, page);
  EXPECT_EQ(seen.other_pages(), 1U);
  EXPECT_EQ(seen.pages_with(page[0]), 1U) << "the third page has it";
  EXPECT_EQ(seen.pages_with(page[1]), 0U) << "only the copy has it";
  // Half of the text is not a copy.
  const std::vector<Block> half(page.begin(), page.begin() + 10);
  std::vector<Block> other = half;
  for (std::uint64_t key = 200; key < 210; ++key) other.push_back({.key = key, .words = 5});
  EXPECT_EQ(PageTexts(texts, 7, 73, other).pages_with(page[1]), 2U);
}

TEST(SiteTexts, SitesAreApart) {
  SiteTexts texts;
  const std::vector<Block> page = blocks_of({1, 2});
  texts.add(7, 70, keys_of(page));
  EXPECT_EQ(PageTexts(texts, 8, 71, page).other_pages(), 0U);
  EXPECT_EQ(PageTexts(texts, 7, 71, blocks_of({1, 3, 4, 5})).pages_with(page[0]), 1U);
}

TEST(SiteTexts, AsTheSlowTwin) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<reference::TextPage> pages(1 + random() % 6);
    SiteTexts texts;
    for (reference::TextPage& page : pages) {
      page.title = 1 + random() % 2;
      const std::size_t size = 1 + random() % 14;
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t key = i < size - 1 ? i + 1 : random() % 20;
        page.blocks.push_back({.key = key, .words = static_cast<std::uint32_t>(random() % 30)});
      }
      texts.add(1, page.title, keys_of(page.blocks));
    }
    for (const reference::TextPage& page : pages) {
      const auto others = reference::other_pages(pages, page);
      const PageTexts seen(texts, 1, page.title, page.blocks);
      ASSERT_EQ(seen.other_pages(), others.size()) << "round " << round;
      for (const Block& block : page.blocks) {
        std::size_t with = 0;
        for (const reference::TextPage* const other : others)
          with += other->keys().count(block.key);
        if (block.key == 0) with = 0;
        ASSERT_EQ(seen.pages_with(block), with) << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::maintext
