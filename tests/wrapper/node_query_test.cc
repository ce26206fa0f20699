#include "pagekin/wrapper/node_query.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/dom/build.h"

namespace pagekin::wrapper {
namespace {

constexpr std::string_view kPage =
    "<html><body><div id=main class='a b'><h1>Kettle</h1><p>one <b>two</b> three</p>"
    "<table><tr><th> Price </th><td class=v>$12</td></tr><tr><th>Weight</th><td class=v>2 "
    "kg</td></tr>"
    "</table><p><b>By:</b> Ann</p><a href='/x' rel=next>go</a></div></body></html>";

class NodeQueryTest : public testing::Test {
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

TEST_F(NodeQueryTest, FollowsXPaths) {
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

TEST_F(NodeQueryTest, FollowsLabels) {
  EXPECT_EQ(xpath("//th[normalize-space()='Price']/following-sibling::td[1]"), Values{"$12"});
  EXPECT_EQ(xpath("//th[normalize-space()='Weight']/../td"), Values{"2 kg"});
  EXPECT_EQ(xpath("//b[normalize-space()='By:']/following-sibling::text()[normalize-space()][1]"),
            Values{"Ann"});
}

TEST_F(NodeQueryTest, FollowsCss) {
  EXPECT_EQ(css("#main > h1"), Values{"Kettle"});
  EXPECT_EQ(css("div.a.b td:nth-child(2)"), (Values{"$12", "2 kg"}));
  EXPECT_EQ(css("tr:nth-of-type(2) td"), Values{"2 kg"});
  EXPECT_EQ(css("a[rel=\"next\"]"), Values{"go"});
  EXPECT_EQ(css("p b"), (Values{"two", "By:"}));
}

TEST_F(NodeQueryTest, WritesWhatItReads) {
  for (const std::string text :
       {"//th[normalize-space()='Price']/following-sibling::td[1]", "/html/body/div[2]/p",
        "(//*[@id='main']//td)[2]", "//a[@rel='next']/@href", "//p/text()[normalize-space()][2]",
        "//td[contains(concat(' ', normalize-space(@class), ' '), ' v ')]"}) {
    EXPECT_EQ(to_xpath(parse_xpath(text)), text);
  }
  EXPECT_EQ(to_css(parse_css("div.a > p:nth-of-type(2)")), "div.a > p:nth-of-type(2)");
  EXPECT_EQ(to_css(parse_xpath("//td[@headers='a b']")), "td[headers=\"a b\"]");
  EXPECT_EQ(to_css(parse_xpath("//th/following-sibling::td")), std::nullopt);
}

TEST_F(NodeQueryTest, SaysWhatItDoesNotUnderstand) {
  for (const std::string text :
       {"", "div", "//", "//a[", "//a[last()]", "//a[0]", "//a/text()/b"}) {
    EXPECT_THROW(parse_xpath(text), Error) << text;
  }
  for (const std::string text : {"", "a:hover", "a[href", ">", "a + b", "a:nth-child(0)"}) {
    EXPECT_THROW(parse_css(text), Error) << text;
  }
}

}  // namespace
}  // namespace pagekin::wrapper
