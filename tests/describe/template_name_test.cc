#include "pagekin/describe/template_name.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::describe {
namespace {

using Pages = std::vector<std::string>;

std::vector<std::string> names_of(const std::vector<Pages>& templates,
                                  const std::vector<std::string>& given = {}) {
  TemplateNamer namer(templates.size());
  for (std::size_t i = 0; i < templates.size(); ++i) {
    for (const std::string& page : templates[i]) namer.add(i, page);
  }
  for (std::size_t i = 0; i < given.size(); ++i) namer.give(i, given[i]);
  return namer.names();
}

using Names = std::vector<std::string>;

TEST(TemplateName, IsAWordThatOthersLack) {
  EXPECT_EQ(names_of({{"http://a.example/shop/product/1", "http://a.example/shop/product/2"},
                      {"http://a.example/shop/cart", "http://a.example/shop/cart?step=2"},
                      {"http://a.example/"}}),
            (Names{"product", "cart", "home"}));
}

TEST(TemplateName, OneWordAtTwoPlacesNamesTwoThings) {
  EXPECT_EQ(names_of({{"http://a.example/attachment/ticket/1/a.txt/",
                       "http://a.example/attachment/ticket/2/b.txt/"},
                      {"http://a.example/ticket/1/", "http://a.example/ticket/2/"}}),
            (Names{"attachment", "ticket"}));
}

TEST(TemplateName, AWordOfAFewPagesIsNotAName) {
  EXPECT_EQ(names_of({{"http://a.example/2020/red-tea", "http://a.example/2021/green-oil"},
                      {"http://a.example/2020/a/tags", "http://a.example/2021/b/tags"}}),
            (Names{"page", "tags"}));
}

TEST(TemplateName, AWordOfAllTemplatesIsTheLastResort) {
  EXPECT_EQ(names_of({{"http://a.example/doku.php/one", "http://a.example/doku.php/two"},
                      {"http://a.example/doku.php/one%3Fdo%3Dlogin",
                       "http://a.example/doku.php/two%3Fdo%3Dlogin"},
                      {"http://a.example/doku.php/x", "http://a.example/doku.php/y"}}),
            (Names{"doku", "login", "doku (2)"}));
}

TEST(TemplateName, WhatNamesOfFilesBeginWithIsAWord) {
  EXPECT_EQ(names_of({{"list1.html", "list2.html"},
                      {"shop/import-red-tea.html", "shop/import-oil.html"},
                      {"shop/local-red-tea.html", "shop/local-oil.html"}}),
            (Names{"list", "import", "local"}));
}

TEST(TemplateName, WhatNamesOfFilesEndWithIsAWord) {
  EXPECT_EQ(names_of({{"api/struct.Vec.html", "api/struct.Arc.html"},
                      {"api/String-class.html", "api/List-class.html"},
                      {"api/red-tea.html", "api/green-oil.html"}}),
            (Names{"struct", "class", "api"}));
}

TEST(TemplateName, GivenNamesStayAndAreNotTakenTwice) {
  EXPECT_EQ(
      names_of(
          {{"http://a.example/x/wiki/1"}, {"http://a.example/y/1"}, {"http://b.example/x/wiki/1"}},
          {"", "wiki", ""}),
      (Names{"wiki (2)", "wiki", "wiki (3)"}));
}

TEST(TemplateName, OfEqualGivenNamesTheFirstStays) {
  const Pages none{"http://a.example/1"};
  EXPECT_EQ(names_of({none, none, none, none, none}, {"wiki", "", "wiki", "page (2)", "page (2)"}),
            (Names{"wiki", "page", "wiki (2)", "page (2)", "page (3)"}));
  // A number is added to what is not a number.
  EXPECT_EQ(names_of({none, none, none}, {"a (b)", "a (b)", "(2)"}),
            (Names{"a (b)", "a (b) (2)", "(2)"}));
  EXPECT_EQ(names_of({none, none}, {" (2)", " (2)"}), (Names{" (2)", " (2) (2)"}));
}

TEST(TemplateName, TheOrderOfPagesDoesNotMatter) {
  Pages pages;
  for (int i = 0; i < 200; ++i) {
    pages.push_back("http://a.example/" + std::string(i % 3 == 0 ? "talk" : "user") + "/" +
                    std::to_string(i));
  }
  const Names names = names_of({pages, {"http://a.example/"}});
  const Pages reversed(pages.rbegin(), pages.rend());
  EXPECT_EQ(names_of({reversed, {"http://a.example/"}}), names);
  EXPECT_EQ(names[0], "user");
}

TEST(TemplateName, ManyTemplatesOfOneNameAreNumberedInLinearTime) {
  TemplateNamer namer(50'000);
  for (std::size_t i = 0; i < 50'000; ++i) namer.add(i, "http://a.example/wiki/1");
  const Names names = namer.names();
  EXPECT_EQ(names.front(), "wiki");
  EXPECT_EQ(names.back(), "wiki (50000)");
}

TEST(TemplateName, AReadableShapeHasStarsForNumbers) {
  EXPECT_EQ(readable_shape("/wiki0/0/*-0.html?p=0"), "/wiki*/*/*-*.html?p=*");
  EXPECT_EQ(readable_shape("/a0*"), "/a*");
  // What was an escape is unreadable once its digits are a number.
  EXPECT_EQ(readable_shape("/timeline%0Ffrom%0D0-0.html"), "/timeline*from*-*.html");
  EXPECT_EQ(readable_shape("/q%0max%0D%A0%EF/a"), "/q*max*/a");
  EXPECT_EQ(readable_shape("/0% sure/%zz/0%"), "/*% sure/%zz/*%");
}

}  // namespace
}  // namespace pagekin::describe
