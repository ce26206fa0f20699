#include "pagekin/describe/template_name.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::describe {
namespace {

std::string name(std::string_view shape, const std::vector<std::string>& marks = {},
                 std::size_t most = 1) {
  return template_name(shape, marks, most);
}

TEST(TemplateName, HasAWordTheShapeAndAMark) {
  EXPECT_EQ(name("/shop/product/*", {"form.cart", "h1"}), "product: /shop/product/*, form.cart");
  EXPECT_EQ(name("/shop/product/*", {"form.cart", "h1"}, 2),
            "product: /shop/product/*, form.cart, h1");
  EXPECT_EQ(name("/shop/product/*"), "product: /shop/product/*");
}

TEST(TemplateName, TheWordIsTheLastWordOfTheShape) {
  EXPECT_EQ(name("/blog/*/*/*.html"), "blog: /blog/*/*/*.html");
  EXPECT_EQ(name("/wiki*/*"), "wiki: /wiki*/*");
  EXPECT_EQ(name("/r0d2x/*"), "page: /r0d2x/*");
  EXPECT_EQ(name("/news/2020.html"), "news: /news/2020.html");
  EXPECT_EQ(name("/category-*.html"), "category: /category-*.html");
  EXPECT_EQ(name("/en/news/*?page"), "news: /en/news/*?page");
  EXPECT_EQ(name("/about.html"), "about: /about.html");
  EXPECT_EQ(name("recipes/*.html"), "recipes: recipes/*.html");
  EXPECT_EQ(name("/Wiki/Talk:*"), "talk: /Wiki/Talk:*");
  EXPECT_EQ(name("/tickets/query*status*page*.html"), "query: /tickets/query*status*page*.html");
  EXPECT_EQ(name("/query%3Fpage%3D*.html"), "query: /query%3Fpage%3D*.html");
}

TEST(TemplateName, AReadableShapeHasStarsForNumbers) {
  EXPECT_EQ(readable_shape("/wiki0/0/*-0.html?p=0"), "/wiki*/*/*-*.html?p=*");
  EXPECT_EQ(readable_shape("/a0*"), "/a*");
  // What was an escape is unreadable once its digits are a number.
  EXPECT_EQ(readable_shape("/timeline%0Ffrom%0D0-0.html"), "/timeline*from*-*.html");
  EXPECT_EQ(readable_shape("/q%0max%0D%A0%EF/a"), "/q*max*/a");
  EXPECT_EQ(readable_shape("/0% sure/%zz/0%"), "/*% sure/%zz/*%");
}

TEST(TemplateName, TheRootIsHome) {
  EXPECT_EQ(name("/"), "home: /");
  EXPECT_EQ(name("/index.html"), "home: /index.html");
}

TEST(TemplateName, AQueryMayGiveTheWord) {
  EXPECT_EQ(name("/?s"), "search: /?s");
  EXPECT_EQ(name("/?lang&q"), "search: /?lang&q");
  EXPECT_EQ(name("/*?thread"), "thread: /*?thread");
}

TEST(TemplateName, AMarkGivesTheWordIfTheShapeHasNone) {
  EXPECT_EQ(name("/*", {"main h1.title", "body.single-post"}), "single-post: /*, main h1.title");
  EXPECT_EQ(name("/*", {"h2 \"Method. Summary\"", "table#members"}),
            "members: /*, h2 \"Method. Summary\"");
  EXPECT_EQ(name("/*", {"a.js-tab", "div.clearfix", "ul.comments"}), "comments: /*, a.js-tab");
  EXPECT_EQ(name("/*", {"main > h1"}), "page: /*, main > h1");
  EXPECT_EQ(name("/*", {"i.fa-clock-o", "body.no-footer", "div.recipe"}),
            "recipe: /*, i.fa-clock-o");
  EXPECT_EQ(name(""), "page");
  EXPECT_EQ(name("", {"nav.menu"}), "menu: nav.menu");
}

TEST(TemplateName, ADeclaredTypeIsBetterThanAClass) {
  EXPECT_EQ(name("/*", {"body.single", "declared: JSON-LD Recipe"}), "recipe: /*, body.single");
  EXPECT_EQ(name("/*", {"body.single", "declared: type website"}), "single: /*, body.single");
  EXPECT_EQ(name("/*", {"declared: itemtype WebPage"}), "page: /*, declared: itemtype WebPage");
  EXPECT_EQ(name("/shop/*", {"declared: type product"}), "shop: /shop/*, declared: type product");
}

TEST(TemplateName, LongPartsAreShortenedBetweenCharacters) {
  const std::string shape = "/" + std::string(100, 'x') + "/\xc3\xa4\xc3\xa4\xc3\xa4/*";
  const std::string found = name(shape, {std::string(90, 'm')});
  EXPECT_LT(found.size(), 120U);
  EXPECT_NE(found.find("..."), std::string::npos);
  for (std::size_t length = 50; length < 80; ++length) {
    const std::string long_shape =
        "/" + std::string(length, 'x') + "\xe2\x82\xac\xe2\x82\xac" + std::string(length, 'y');
    for (std::size_t i = 0; i + 2 < name(long_shape).size(); ++i) {
      const std::string text = name(long_shape);
      if (text[i] == '\xe2') {
        EXPECT_EQ(text.substr(i, 3), "\xe2\x82\xac");
      }
    }
  }
}

TEST(TemplateName, MarksOfAddressesAndPathsComeLastOrNotAtAll) {
  ClusterDescription description;
  description.held_together_by = {{.names = {"main > ul > li", "ul.items"}, .marks = 2},
                                  {.names = {"address: \"shop\" in segment 0"}, .marks = 1},
                                  {.names = {"th \"Price\"", "?"}, .marks = 1}};
  EXPECT_EQ(marks_for_name(description),
            (std::vector<std::string>{"ul.items", "th \"Price\"", "main > ul > li"}));
}

TEST(UniqueNames, NumbersEqualNamesAndTakesNoneTwice) {
  UniqueNames names;
  names.add("page: /p/* (3)");
  EXPECT_EQ(names.name("/p/*", {}), "page: /p/*");
  EXPECT_EQ(names.name("/p/*", {}), "page: /p/* (2)");
  EXPECT_EQ(names.name("/p/*", {}), "page: /p/* (4)");
  // Quadratic work would take minutes.
  std::string last;
  for (int i = 0; i < 50'000; ++i) last = names.name("/p/*", {});
  EXPECT_EQ(last, "page: /p/* (50004)");
}

}  // namespace
}  // namespace pagekin::describe
