#include "pagekin/wrapper/xpath.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/wrapper/css_selector.h"

namespace pagekin::wrapper {
namespace {

TEST(Xpath, IsWrittenAsItIsRead) {
  for (const std::string text :
       {"//th[normalize-space()='Price']/following-sibling::td[1]", "/html/body/div[2]/p",
        "(//*[@id='main']//td)[2]", "(//a/@href)[2]", "//a[@rel='next']/@href",
        "//p/text()[normalize-space()][2]",
        "//td[contains(concat(' ', normalize-space(@class), ' '), ' v ')]",
        "//p[count(preceding-sibling::*)=0]", "//p[contains(@class, 'price')][2]"}) {
    EXPECT_EQ(to_xpath(parse_xpath(text)), text);
  }
}

TEST(Xpath, OfASelectorIsReadAgain) {
  const NodeQuery query = parse_css("div > p:nth-child(2)");
  EXPECT_EQ(parse_xpath(to_xpath(query)), query);
}

TEST(Xpath, HoldsTextsWithBothKindsOfQuotes) {
  EXPECT_EQ(to_xpath(parse_xpath("//b[normalize-space()=concat('5', \"' \", '6\"')]")),
            "//b[normalize-space()=concat('5', \"' 6\", '\"')]");
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::string value;
    for (std::size_t i = 0; i < 1 + random() % 8; ++i) value += "'\"ab "[random() % 5];
    NodeQuery query;
    query.steps.push_back(
        {.tests = {{.kind = NodeQuery::Test::Kind::kAttribute, .name = "title", .value = value}}});
    EXPECT_EQ(parse_xpath(to_xpath(query)), query) << to_xpath(query);
  }
}

TEST(Xpath, ThatIsNotUnderstoodIsRefused) {
  for (const std::string text :
       {"", "div", "//", "//a[", "//a[last()]", "//a[0]", "//a/text()/b", "//a/text()[@id]",
        "//a[@b=concat('x'", "//a[@b='x]", "//a[@b=x]"}) {
    EXPECT_THROW(parse_xpath(text), Error) << text;
  }
}

}  // namespace
}  // namespace pagekin::wrapper
