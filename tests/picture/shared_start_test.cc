#include "pagekin/picture/shared_start.h"

#include <gtest/gtest.h>

namespace pagekin::picture {
namespace {

std::vector<std::string> styles(const std::vector<std::string>& texts, std::string_view site = "") {
  std::vector<StartedPage> pages;
  for (const std::string& text : texts) pages.push_back({text, site});
  return hide_shared_starts(pages);
}

std::string hidden(const std::string& place) { return place + "{display:none!important}"; }

TEST(SharedStart, IsWhatOtherPagesHaveBeforeTheOwnText) {
  const std::string head = "<title>t</title><body class=";
  const std::string menu = "><div id=top><img src=logo.png><a>Home</a></div><nav><a>Shop</a></nav>";
  const std::string foot = "<footer>all rights</footer>";
  const std::vector<std::string> all =
      styles({head + "a" + menu + "<main><h1>A lamp</h1><p>Bright and small</main>" + foot,
              head + "b" + menu + "<main><ul><li>Lamps<li>Tables</ul></main>" + foot,
              head + "c" + menu + "<main><h1>About us</h1></main>" + foot});
  for (const std::string& style : all) {
    EXPECT_EQ(style, hidden("html>:nth-child(2)>:nth-child(1)") +
                         hidden("html>:nth-child(2)>:nth-child(2)"));
  }
}

// The active item of a menu has another class; a counter in a header is little text.
TEST(SharedStart, LooksAtTextsAndNotAtClasses) {
  const auto page = [](const std::string& name, const std::string& count) {
    return "<body><header><ul class=" + name + "><li>Home<li>Shop</ul><b>" + count +
           "</b><form>Search</form></header><p>" + name + " has a long text that is its own";
  };
  for (const std::string& style : styles({page("one", "0"), page("two", "3"), page("six", "7")})) {
    EXPECT_EQ(style, hidden("html>:nth-child(2)>:nth-child(1)>:nth-child(1)") +
                         hidden("html>:nth-child(2)>:nth-child(1)>:nth-child(3)"));
  }
}

TEST(SharedStart, WhatMostOthersLackStays) {
  const std::string menu = "<body><nav>Home</nav>";
  const std::vector<std::string> all =
      styles({menu + "<p>one text", menu + "<p>another text", "<body><p>a third", "<body><b>4th"});
  for (const std::string& style : all) EXPECT_EQ(style, "");
}

TEST(SharedStart, IsOfOneSite) {
  const std::string one = "<body><nav>Home</nav><p>one text";
  const std::string two = "<body><nav>Home</nav><p>another text";
  const std::vector<StartedPage> pages{{one, "a.test"}, {two, "b.test"}};
  EXPECT_EQ(hide_shared_starts(pages), (std::vector<std::string>{"", ""}));
}

// Nothing else would be left.
TEST(SharedStart, OfEqualPagesIsNothing) {
  for (const std::string& style : styles({"<body><p>same", "<body><p>same", "<body><p>same"})) {
    EXPECT_EQ(style, "");
  }
  for (const std::string& style : styles({"", ""})) EXPECT_EQ(style, "");
  EXPECT_EQ(styles({"<body><nav>Home</nav><p>one text"}), std::vector<std::string>{""});
}

TEST(SharedStart, EndsBeforeWhatComesLater) {
  const auto page = [](const std::string& own) {
    return "<body><nav>Home</nav><p>" + own + "<aside>News of the day</aside><p>" + own;
  };
  for (const std::string& style : styles({page("one text"), page("another text")})) {
    EXPECT_EQ(style, hidden("html>:nth-child(2)>:nth-child(1)"));
  }
}

}  // namespace
}  // namespace pagekin::picture
