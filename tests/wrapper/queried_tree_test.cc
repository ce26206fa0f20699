#include "pagekin/wrapper/queried_tree.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::wrapper {
namespace {

constexpr std::string_view kPage =
    "<html><body><div id=main class='a b'><h1>Kettle</h1><p>one <b>two</b> three</p>"
    "<table><tr><th> Price </th><td class=v>$12</td></tr><tr><th>Weight</th><td class=v>2 "
    "kg</td></tr>"
    "</table><p><b>By:</b> Ann</p><a href='/x' rel=next>go</a></div></body></html>";

constexpr std::string_view kNested =
    "<html><body><div class=x><p>1</p><div><p id=a>2</p><div class=x><p>3</p><p>4</p></div></div>"
    "<div><div><p>5</p></div></div></div><div><p id=b>6<b>7</b>8</p></div></body></html>";

class QueriedTreeTest : public testing::Test {
 protected:
  std::vector<std::string> values(const NodeQuery& query) {
    const QueriedTree tree(builder_.build(kPage, {.all_attributes = true, .text = true}));
    std::vector<std::string> found;
    for (const NodePlace& place : tree.find(query)) found.push_back(tree.value(place));
    return found;
  }
  std::vector<std::string> xpath(std::string_view text) { return values(parse_xpath(text)); }
  std::vector<std::string> css(std::string_view text) { return values(parse_css(text)); }
  using Values = std::vector<std::string>;

  dom::Builder builder_;
};

TEST_F(QueriedTreeTest, FollowsXPaths) {
  EXPECT_EQ(xpath("/html/body/div/h1"), Values{"Kettle"});
  EXPECT_EQ(xpath("//td"), (Values{"$12", "2 kg"}));
  EXPECT_EQ(xpath("//tr[2]/td"), Values{"2 kg"});
  EXPECT_EQ(xpath("(//td)[2]"), Values{"2 kg"});
  EXPECT_EQ(xpath("//*[@id=\"main\"]/p[1]/text()[2]"), Values{"three"});
  EXPECT_EQ(xpath("//a/@href"), Values{"/x"});
  EXPECT_EQ(xpath("//p/b"), (Values{"two", "By:"}));
  EXPECT_EQ(xpath("//td[@class='v'][1]"), (Values{"$12", "2 kg"}));
  EXPECT_EQ(xpath("//*[contains(concat(' ', normalize-space(@class), ' '), ' b ')]/h1"),
            Values{"Kettle"});
}

TEST_F(QueriedTreeTest, FollowsLabels) {
  EXPECT_EQ(xpath("//th[normalize-space()='Price']/following-sibling::td[1]"), Values{"$12"});
  EXPECT_EQ(xpath("//th[normalize-space()='Weight']/../td"), Values{"2 kg"});
  EXPECT_EQ(xpath("//b[normalize-space()='By:']/following-sibling::text()[normalize-space()][1]"),
            Values{"Ann"});
}

TEST_F(QueriedTreeTest, FollowsCss) {
  EXPECT_EQ(css("#main > h1"), Values{"Kettle"});
  EXPECT_EQ(css("div.a.b td:nth-child(2)"), (Values{"$12", "2 kg"}));
  EXPECT_EQ(css("tr:nth-of-type(2) td"), Values{"2 kg"});
  EXPECT_EQ(css("a[rel=\"next\"]"), Values{"go"});
  EXPECT_EQ(css("p b"), (Values{"two", "By:"}));
  EXPECT_EQ(css("a[href*=x]"), Values{"go"});
  EXPECT_EQ(xpath("//div[contains(@class, 'a b')]/h1"), Values{"Kettle"});
}

std::vector<std::string> found_in(std::string_view html, const NodeQuery& query) {
  dom::Builder builder;
  const QueriedTree tree(builder.build(html, {.all_attributes = true, .text = true}));
  std::vector<std::string> values;
  for (const NodePlace& place : tree.find(query)) values.push_back(tree.value(place));
  return values;
}
using Found = std::vector<std::string>;

TEST(QueriedTree, CountsSiblingsBehindEachElement) {
  constexpr std::string_view page =
      "<p><b>1</b>x<i>2</i>y<b>3</b>z<i class=k>4</i><b>5</b><i>6</i>w</p><p><i>7</i></p>";
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::i")), (Found{"2", "4", "6"}));
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::i[1]")), (Found{"2", "4", "6"}));
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::i[2]")), (Found{"4", "6"}));
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::*[3]")), (Found{"4", "6"}));
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::i[@class='k'][1]")), Found{"4"});
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::text()[1]")),
            (Found{"x", "z", "w"}));
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::text()[3]")), Found{"z"});
}

TEST(QueriedTree, CountsValuesAsXpathDoes) {
  constexpr std::string_view page =
      "<div><a>none</a><a href=/1>1</a><p class=y>2</p></div><div>t<br>u</div><div>v</div>";
  EXPECT_EQ(found_in(page, parse_xpath("(//a/@href)[1]")), Found{"/1"});
  EXPECT_EQ(found_in(page, parse_xpath("(//div/text())[2]")), Found{"v"});
  EXPECT_EQ(found_in(page, parse_xpath("(//a)[2]")), Found{"1"});
  EXPECT_EQ(found_in(page, parse_xpath("//div/*[3][@class='y']")), Found{"2"});
  EXPECT_EQ(found_in(page, parse_css(".y:nth-of-type(1)")), Found{"2"});
  EXPECT_EQ(found_in(page, parse_css("div :nth-of-type(2)")), Found{"1"});
}

// A quadratic walk would take minutes.
TEST(QueriedTree, ManySiblingsTakeOnePass) {
  std::string page = "<p>";
  for (int i = 0; i < 60'000; ++i) page += "<b>x</b>y";
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::text()[60000]")).size(), 1U);
  EXPECT_EQ(found_in(page, parse_xpath("//b/following-sibling::b")).size(), 59'999U);
}

// The path to an element by numbers, and the steps behind it, from the root.
TEST_F(QueriedTreeTest, FirstBelowIsTheFirstOfTheWholePath) {
  const QueriedTree tree(builder_.build(kNested, {.all_attributes = true, .text = true}));
  int found = 0;
  for (std::uint32_t element = 1; element < tree.tree().size(); ++element) {
    std::vector<NodeQuery::Step> path;
    for (std::uint32_t at = element;; at = tree.tree().parents[at]) {
      NodeQuery::Step step{.tag = std::string(tree.tag(at))};
      if (at > 0) {
        step.tests.push_back({.kind = NodeQuery::Test::Kind::kNthOfType,
                              .number = tree.nth_of_type(at),
                              .name = {},
                              .value = {}});
      }
      path.insert(path.begin(), step);
      if (at == 0) break;
    }
    for (const std::string_view text :
         {"//div", "/div", "//div/div", "//div//p", "/div[2]", "//p[2]", "//div[@class='x']//p",
          "//p/@id", "//p/text()[1]", "/div//div/p"}) {
      const NodeQuery below = parse_xpath(text);
      NodeQuery whole = below;
      whole.steps.insert(whole.steps.begin(), path.begin(), path.end());
      const std::vector<NodePlace> all = tree.find(whole);
      const std::optional<NodePlace> first = tree.first_below(element, below);
      ASSERT_EQ(first.has_value(), !all.empty()) << element << " " << text;
      if (!first) continue;
      EXPECT_EQ(*first, all.front()) << element << " " << text;
      ++found;
    }
  }
  EXPECT_GT(found, 20);
}

TEST_F(QueriedTreeTest, StepsOfCssMayStandAboveTheElement) {
  const QueriedTree tree(builder_.build("<div class=x><p><i>1</i></p><div><p>2</p></div></div>",
                                        {.all_attributes = true, .text = true}));
  const std::uint32_t row = tree.find(parse_css("div.x")).front().element;
  EXPECT_TRUE(tree.is_css_alike(row, parse_xpath("//p/i")));
  EXPECT_TRUE(tree.is_css_alike(row, parse_xpath("//div")));
  EXPECT_EQ(tree.value(*tree.first_below(row, parse_xpath("//div/p"))), "2");
  EXPECT_FALSE(tree.is_css_alike(row, parse_xpath("//div/p")));  // CSS finds the first paragraph
}

TEST_F(QueriedTreeTest, NoStepsAreTheElement) {
  const QueriedTree tree(builder_.build(kPage, {.all_attributes = true, .text = true}));
  const std::uint32_t link = tree.find(parse_css("a")).front().element;
  EXPECT_EQ(tree.value(*tree.first_below(link, {})), "go");
  EXPECT_EQ(tree.value(*tree.first_below(link, {.attribute = "href"})), "/x");
  EXPECT_FALSE(tree.first_below(link, {.attribute = "id"}).has_value());
}

}  // namespace
}  // namespace pagekin::wrapper
