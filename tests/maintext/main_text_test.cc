#include "pagekin/maintext/main_text.h"

#include <functional>

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

struct Chosen {
  std::string text;
  TextKind kind = TextKind::kData;
  bool is_whole = false;
};

// `shared`: whether the other pages share a text, all of them or one.
Chosen chosen(std::string_view html, CommentsRule comments = CommentsRule::kAuto,
              const std::function<SharedBlock(const std::string&)>& shared = nullptr) {
  const TestPage page(html);
  std::vector<SharedBlock> by_block(page.blocks.size());
  for (std::size_t i = 0; shared && i < by_block.size(); ++i) {
    by_block[i] = shared(page.text(page.blocks[i]));
  }
  const MainText main = choose_main_text(page.nodes, page.blocks, page.roles, by_block, comments);
  Chosen result{.kind = main.kind, .is_whole = main.is_whole};
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    if (main.keep[i]) result.text += page.text(page.blocks[i]).substr(0, 6) + "|";
  }
  return result;
}

std::string article() {
  return "<title>T</title><nav><a href=/>Home</a></nav><p class=byline>By "
         "Ann</p><h1>Story</h1><p>" +
         words(60, "x") + "</p><p>short</p><p>" + words(60, "y") + "</p>";
}

TEST(MainText, RunningTextBeginsAndEndsWithAParagraph) {
  const Chosen page =
      chosen("<div>Teaser</div>" + article() + "<div>More of this</div><footer>Imprint");
  EXPECT_EQ(page.kind, TextKind::kRunningText);
  EXPECT_EQ(page.text, "Story|x0 x1 |short|y0 y1 |");
}

TEST(MainText, InRunningTextOneOtherPageIsEnough) {
  const auto by_any = [](const std::string& text) {
    return SharedBlock{.by_any = text == "short", .by_most = false};
  };
  EXPECT_EQ(chosen(article(), CommentsRule::kAuto, by_any).text, "Story|x0 x1 |y0 y1 |");
}

// The title is on the home page, and in lists of popular pages; no reason to drop it.
TEST(MainText, ATitleIsDroppedOnlyIfMostPagesShareIt) {
  const auto shared = [](bool by_most) {
    return [by_most](const std::string& text) {
      return SharedBlock{.by_any = text == "Story", .by_most = by_most && text == "Story"};
    };
  };
  EXPECT_EQ(chosen(article(), CommentsRule::kAuto, shared(false)).text,
            "Story|x0 x1 |short|y0 y1 |");
  EXPECT_EQ(chosen(article(), CommentsRule::kAuto, shared(true)).text, "x0 x1 |short|y0 y1 |");
}

// An archive of posts, of which some have pages of their own.
TEST(MainText, ATextMostlyOnOtherPagesIsAList) {
  std::string html = "<h1>May</h1>";
  for (int i = 0; i < 5; ++i) {
    html += "<h2>Post</h2><p>" + words(60, std::string(1, static_cast<char>('a' + i))) + "</p>";
  }
  const auto shared = [](char least) {
    return [least](const std::string& text) { return SharedBlock{.by_any = text[0] >= least}; };
  };
  const Chosen list = chosen(html, CommentsRule::kAuto, shared('d'));
  EXPECT_EQ(list.kind, TextKind::kData);
  EXPECT_EQ(list.text, "May|Post|a0 a1 |Post|b0 b1 |Post|c0 c1 |Post|d0 d1 |Post|e0 e1 |");
  const Chosen text = chosen(html, CommentsRule::kAuto, shared('e'));
  EXPECT_EQ(text.kind, TextKind::kRunningText) << "a fifth is on other pages";
  EXPECT_EQ(text.text, "May|Post|a0 a1 |Post|b0 b1 |Post|c0 c1 |Post|d0 d1 |");
}

TEST(MainText, OnOtherPagesMostMustShareIt) {
  const std::string html = "<h1>Pan</h1><ul><li>red<li>steel<li>Imprint</ul>";
  const auto shared = [](const std::string& text) {
    return SharedBlock{.by_any = text != "Pan", .by_most = text == "Imprint"};
  };
  const Chosen page = chosen(html, CommentsRule::kAuto, shared);
  EXPECT_EQ(page.kind, TextKind::kData);
  EXPECT_EQ(page.text, "Pan|red|steel|");
}

TEST(MainText, CellsOfTablesAreValues) {
  const std::string table = "<table><tr><th>Height<td>6-2</table>";
  const auto shared = [](const std::string& text) { return SharedBlock{.by_any = text == "6-2"}; };
  EXPECT_EQ(chosen(table + article(), CommentsRule::kAuto, shared).text,
            "Height|6-2|Story|x0 x1 |short|y0 y1 |");
}

TEST(MainText, CommentsGoUnlessTheyAreThePage) {
  const std::string comments = "<div class=comments><p>" + words(40, "c") + "</p></div>";
  EXPECT_EQ(chosen(article() + comments).text, "Story|x0 x1 |short|y0 y1 |");
  EXPECT_EQ(chosen(article() + comments, CommentsRule::kKeep).text,
            "Story|x0 x1 |short|y0 y1 |c0 c1 |");
  std::string thread = "<h1>Question</h1>";
  for (int i = 0; i < 5; ++i) {
    thread += "<div class=comment><p>" + words(40, std::string(1, static_cast<char>('a' + i))) +
              "</p></div>";
  }
  const Chosen page = chosen(thread);
  EXPECT_EQ(page.kind, TextKind::kThread);
  EXPECT_EQ(page.text, "Questi|a0 a1 |b0 b1 |c0 c1 |d0 d1 |e0 e1 |");
  EXPECT_EQ(chosen(thread, CommentsRule::kDrop).text, "Questi|");
}

// The article is elsewhere, too, but only the comments are new: they are comments all the same.
TEST(MainText, AnArticleThatIsElsewhereDoesNotMakeAThread) {
  const std::string html = article() + "<div class=comments><p>" + words(90, "c") + "</p></div>";
  const auto shared = [](const std::string& text) {
    return SharedBlock{.by_any = text.starts_with("x") || text.starts_with("y")};
  };
  const Chosen page = chosen(html, CommentsRule::kAuto, shared);
  EXPECT_NE(page.kind, TextKind::kThread);
  EXPECT_EQ(page.text.find("c0"), std::string::npos) << page.text;
}

TEST(MainText, WhatHoldsTheTitleIsNotComments) {
  EXPECT_EQ(chosen("<main><section class=commenting><h1>List</h1><p>" + words(12, "a") +
                   "</p></section><p>" + words(30, "b") + "</p></main>")
                .text,
            "List|a0 a1 |b0 b1 |");
}

TEST(MainText, FurnitureWithMostParagraphsIsOnlyCalledSo) {
  EXPECT_EQ(chosen("<div class='has sidebar'>" + article() + "</div>").text,
            "Story|x0 x1 |short|y0 y1 |");
  EXPECT_EQ(chosen("<form>one <p>two</form>").text, "one|two|");
}

TEST(MainText, AMenuIsMadeOfLinks) {
  EXPECT_EQ(
      chosen("<div class=player-nav>Height 6-2</div><div class=nav><a href=/>Home</a></div>").text,
      "Height|");
}

TEST(MainText, APageThatHasTextIsNotEmpty) {
  const Chosen menu = chosen("<nav><a href=/>Home</a></nav><footer>Imprint</footer>");
  EXPECT_TRUE(menu.is_whole);
  EXPECT_EQ(menu.text, "Home|Imprin|");
  const auto all = [](const std::string&) { return SharedBlock{.by_any = true, .by_most = true}; };
  EXPECT_EQ(chosen("<title>T</title><p>same</p>", CommentsRule::kAuto, all).text, "same|");
  EXPECT_EQ(chosen("<title>T</title>").text, "");
}

TEST(MainText, WhatStaysOfAPageThatWouldBeEmpty) {
  const auto all = [](const std::string&) { return SharedBlock{.by_any = true, .by_most = true}; };
  const std::string menu = "<nav><a href=/>Home</a></nav>";
  const std::string list = "<ul><li>One<li>Two</ul>";
  const Chosen listing = chosen(menu + list + "<footer>Imprint</footer>", CommentsRule::kAuto, all);
  EXPECT_TRUE(listing.is_whole);
  EXPECT_EQ(listing.text, "One|Two|") << "not furniture";
  const auto but_new = [](const std::string& text) {
    const bool is_new = text.starts_with("New");
    return SharedBlock{.by_any = !is_new, .by_most = !is_new};
  };
  EXPECT_EQ(
      chosen("Logo<div class=popular>New tips for all</div>" + menu, CommentsRule::kAuto, but_new)
          .text,
      "New ti|")
      << "more than the logo";
}

}  // namespace
}  // namespace pagekin::maintext
