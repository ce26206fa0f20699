#include "pagekin/maintext/site_texts.h"

#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"
#include "reference/site_texts.h"

namespace pagekin::maintext {
namespace {

PageKeys keys(std::uint64_t title, const std::vector<Block>& blocks) {
  std::set<std::uint64_t> all;
  for (const Block& block : blocks) {
    if (block.key != 0) all.insert(block.key);
  }
  return {.title = title, .has_h1 = true, .blocks = {all.begin(), all.end()}};
}

std::vector<Block> blocks_of(std::initializer_list<std::uint64_t> keys) {
  std::vector<Block> blocks;
  for (const std::uint64_t key : keys) blocks.push_back({.key = key, .words = 5});
  return blocks;
}

TEST(SiteTexts, CopiesCountOnce) {
  SiteTexts texts;
  const std::vector<Block> page = blocks_of({1, 2, 3});
  EXPECT_TRUE(texts.add(7, keys(70, page)));
  EXPECT_FALSE(texts.add(7, keys(70, page)));
  const PageTexts alone(texts, 7, keys(70, page), page);
  EXPECT_EQ(alone.other_pages(), 0U);
  EXPECT_EQ(alone.pages_with(page[0]), 0U);
  const std::vector<Block> other = blocks_of({1, 4, 5});
  EXPECT_TRUE(texts.add(7, keys(71, other)));
  const PageTexts now(texts, 7, keys(70, page), page);
  EXPECT_EQ(now.other_pages(), 1U);
  EXPECT_EQ(now.pages_with(page[0]), 1U);
  EXPECT_EQ(now.pages_with(page[1]), 0U);
}

// All pages of some sites have one title, and little more than menus.
TEST(SiteTexts, PagesOfOneTitleAreCopiesIfTheirH1IsTheSame) {
  std::string menu = "<title>Shop</title>";
  for (int i = 0; i < 30; ++i) menu += "<li><a href=/>Menu " + std::to_string(i) + "</a>";
  const auto is_new = [](const std::string& html, const std::string& other) {
    SiteTexts texts;
    const TestPage one(html);
    const TestPage two(other);
    texts.add(1, keys_of(one.nodes, one.blocks));
    return texts.add(1, keys_of(two.nodes, two.blocks));
  };
  EXPECT_FALSE(is_new(menu + "<h1>Pan</h1><p>9:30", menu + "<h1>Pan</h1><p>9:31"));
  EXPECT_TRUE(is_new(menu + "<h1>Pan</h1><p>$20", menu + "<h1>Pot</h1><p>$21"));
  EXPECT_TRUE(is_new(menu + "<b>Pan</b><p>$20", menu + "<b>Pot</b><p>$21"));
  EXPECT_FALSE(is_new(menu + "<b>Pan</b><p>$20", menu + "<b>Pan</b><p>$20"));
}

TEST(SiteTexts, PagesWithoutRoomAreNotCounted) {
  SiteTexts texts(5);
  const std::vector<Block> first = blocks_of({1, 2, 3});
  EXPECT_TRUE(texts.add(7, keys(70, first)));
  EXPECT_TRUE(texts.add(7, keys(71, blocks_of({1, 4, 5})))) << "no copy, but no room";
  EXPECT_FALSE(texts.add(7, keys(70, first))) << "copies are still known";
  EXPECT_TRUE(texts.add(7, keys(72, blocks_of({1, 6})))) << "a smaller one has room";
  const PageTexts seen(texts, 7, keys(70, first), first);
  EXPECT_EQ(seen.other_pages(), 1U);
  EXPECT_EQ(seen.pages_with(first[0]), 1U);
}

TEST(SiteTexts, ACopyUnderAnotherTitle) {
  std::vector<Block> page;
  for (std::uint64_t key = 1; key <= 20; ++key) page.push_back({.key = key, .words = 5});
  std::vector<Block> copy = page;
  copy.back().key = 99;
  SiteTexts texts;
  texts.add(7, keys(70, page));
  texts.add(7, keys(71, copy));
  texts.add(7, keys(72, blocks_of({1, 50, 51, 52})));
  const PageTexts seen(texts, 7, keys(70, page), page);
  EXPECT_EQ(seen.other_pages(), 1U);
  EXPECT_EQ(seen.pages_with(page[0]), 1U) << "the third page has it";
  EXPECT_EQ(seen.pages_with(page[1]), 0U) << "only the copy has it";
  // Half of the text is not a copy.
  const std::vector<Block> half(page.begin(), page.begin() + 10);
  std::vector<Block> other = half;
  for (std::uint64_t key = 200; key < 210; ++key) other.push_back({.key = key, .words = 5});
  EXPECT_EQ(PageTexts(texts, 7, keys(73, other), other).pages_with(page[1]), 2U);
}

TEST(SiteTexts, SitesAreApart) {
  SiteTexts texts;
  const std::vector<Block> page = blocks_of({1, 2});
  texts.add(7, keys(70, page));
  EXPECT_EQ(PageTexts(texts, 8, keys(71, page), page).other_pages(), 0U);
  const std::vector<Block> other = blocks_of({1, 3, 4, 5});
  EXPECT_EQ(PageTexts(texts, 7, keys(71, other), other).pages_with(page[0]), 1U);
}

std::string post(const std::string& head, const std::string& stem, int paragraphs) {
  std::string text = "<h2>" + head + "</h2><div>By Ann</div>";
  for (int i = 0; i < paragraphs; ++i) {
    text += "<p>" + words(20, stem + std::to_string(i) + "x") + "</p>";
  }
  return text;
}

// The pages of a site, each with the text of the block that is asked for.
class Site {
 public:
  void add(const std::string& html) {
    const TestPage page(html);
    texts_.add(1, keys_of(page.nodes, page.blocks));
  }
  // Of the block of the page that begins with a text.
  std::uint32_t strangers(const std::string& html, const std::string& begin) const {
    const TestPage page(html);
    const PageTexts seen(texts_, 1, keys_of(page.nodes, page.blocks), page.blocks);
    for (const Block& block : page.blocks) {
      if (page.text(block).starts_with(begin)) return seen.strangers_with(block);
    }
    ADD_FAILURE() << begin;
    return 0;
  }

 private:
  SiteTexts texts_;
};

const std::string kFooter = "<p>" + words(12, "foot") + "</p><a href=/>Home</a>";

TEST(SiteTexts, KeysOfAPage) {
  const TestPage page("<title>A man bites a dog - News</title><h1>A man</h1><p>" + words(12) +
                      "</p><b>Bold</b><p>" + words(11) + "</p><h2>More</h2>");
  const PageKeys found = keys_of(page.nodes, page.blocks);
  EXPECT_NE(found.title, 0U);
  EXPECT_EQ(found.blocks.size(), 6U) << "the title element is one";
  EXPECT_EQ(found.headlines.size(), 2U) << "the first part of the title element, and h1";
  EXPECT_EQ(found.headings.size(), 4U) << "these, what stands before a paragraph, and h2";
  EXPECT_EQ(found.paragraphs, 23U);
  EXPECT_EQ(found.passages.size(), 3U) << "both under h1, the second after the bold text";
  const TestPage many("<h1>1</h1><h1>2</h1><h1>3</h1><h1>4</h1><h1>5</h1>");
  EXPECT_EQ(keys_of(many.nodes, many.blocks).headlines.size(), 4U);
}

TEST(SiteTexts, ATeaserBelongsToThePage) {
  const std::string page = "<title>One - S</title>" + post("One", "one", 3) + kFooter;
  const std::string list = post("One", "one", 1) + post("Two", "two", 1) + kFooter;
  Site site;
  site.add(page);
  site.add("<title>Two - S</title>" + post("Two", "two", 3) + kFooter);
  for (const char* name : {"home", "news", "May"}) {
    site.add("<title>" + std::string(name) + "</title>" + list + "<div>" + words(30, name) +
             "</div>");
  }
  EXPECT_EQ(site.strangers(page, "one0"), 0U);
  EXPECT_EQ(site.strangers(page, "foot"), 4U);
  EXPECT_EQ(site.strangers(page, "Home"), 4U);
  EXPECT_EQ(site.strangers(page, "By Ann"), 4U) << "too short for a passage";
  const std::string related = "<title>Three</title>" + post("Three", "three", 3) + list;
  EXPECT_EQ(site.strangers(related, "one0"), 4U) << "not its headline";
}

TEST(SiteTexts, WhatHasMostOfAPageShowsItAll) {
  // `own`: what only one version has.
  const auto article = [](const std::string& own) {
    return "<h1>One</h1><p>" + words(30, "a") + "</p><h3>Then</h3><p>" + words(30, "b") +
           "</p><p>" + words(20, own) + "</p><p>Short.</p>";
  };
  const std::string page = "<title>One</title>" + article("x") + kFooter;
  const std::string comments = "<title>One</title>" + article("y") + post("Ann", "d", 9) + kFooter;
  const std::string version = "<title>One, version 2</title>" + article("z") + kFooter;
  Site site;
  site.add(page);
  site.add(comments);
  site.add(version);
  site.add("<title>Two</title>" + post("Two", "two", 3) + kFooter);
  for (const char* text : {"a0", "Then", "b0", "Short."}) {
    EXPECT_EQ(site.strangers(page, text), 0U) << text;
    EXPECT_EQ(site.strangers(comments, text), 0U) << text;
  }
  EXPECT_EQ(site.strangers(page, "foot"), 1U);
  EXPECT_EQ(site.strangers(page, "Home"), 3U) << "menus count on all pages";
}

TEST(SiteTexts, TheNameOfTheSiteIsNotAHeadline) {
  Site site;
  const auto page = [](const std::string& name) {
    return "<h1>The Site</h1><p>" + words(12, "foot") + "</p><p>" + words(20, name) + "</p>";
  };
  for (const char* name : {"a", "b", "c"}) site.add(page(name));
  EXPECT_EQ(site.strangers(page("a"), "foot"), 2U);
}

TEST(SiteTexts, AsTheSlowTwin) {
  std::mt19937 random(5);
  std::size_t shown = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<reference::TextPage> pages(1 + random() % 6);
    SiteTexts texts;
    const auto keys_of_twin = [](const reference::TextPage& page) {
      const std::set<std::uint64_t> blocks = page.keys();
      return PageKeys{.title = page.title,
                      .has_h1 = page.has_h1,
                      .blocks = {blocks.begin(), blocks.end()},
                      .headlines = {page.headlines.begin(), page.headlines.end()},
                      .headings = {page.headings.begin(), page.headings.end()},
                      .passages = {page.passages.begin(), page.passages.end()},
                      .paragraphs = reference::words_in_paragraphs(page)};
    };
    for (reference::TextPage& page : pages) {
      page.title = 1 + random() % 3;
      page.has_h1 = page.title < 3;
      for (std::size_t i = random() % 3; i > 0; --i) page.headlines.insert(1000 + random() % 4);
      page.headings = page.headlines;
      const std::size_t size = 1 + random() % 14;
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t key = i < size - 1 ? i + 1 : random() % 20;
        const auto count = static_cast<std::uint32_t>(random() % 30);
        page.blocks.push_back(
            {.key = key, .words = count, .link_words = random() % 4 == 0 ? count : 0});
        if (key == 0 || random() % 3 != 0) continue;
        const std::uint64_t heading = 1000 + random() % 4;
        page.headings.insert(heading);
        page.passages.insert(skeleton::combine(heading, key));
      }
      texts.add(1, keys_of_twin(page));
    }
    for (const reference::TextPage& page : pages) {
      const auto others = reference::other_pages(pages, page);
      const PageTexts seen(texts, 1, keys_of_twin(page), page.blocks);
      ASSERT_EQ(seen.other_pages(), others.size()) << "round " << round;
      for (const Block& block : page.blocks) {
        const std::size_t with = block.key == 0 ? 0 : reference::pages_with(others, block.key);
        ASSERT_EQ(seen.pages_with(block), with) << "round " << round;
        const std::size_t strangers = reference::strangers_with(pages, page, block);
        ASSERT_EQ(seen.strangers_with(block), strangers) << "round " << round;
        shown += with - strangers;
      }
    }
  }
  EXPECT_GT(shown, 50U) << "the cases are not too simple";
}

}  // namespace
}  // namespace pagekin::maintext
