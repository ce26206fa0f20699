#include "pagekin/wrapper/queried_tree.h"

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

}  // namespace
}  // namespace pagekin::wrapper
