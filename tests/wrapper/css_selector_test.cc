#include "pagekin/wrapper/css_selector.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::wrapper {
namespace {

using NodeTest = NodeQuery::Test;

NodeQuery with_test(const NodeTest& test) {
  NodeQuery query;
  query.steps.push_back({.axis = NodeQuery::Axis::kDescendant, .tests = {test}});
  return query;
}

TEST(CssSelector, IsWrittenAsItIsRead) {
  for (const std::string text : {"div.a > p:nth-of-type(2)", "td[headers=\"a b\"]", "#main",
                                 "tr:nth-child(3) a[rel]", "p[class*=\"price\"]"}) {
    EXPECT_EQ(to_css(parse_css(text)), text);
  }
}

TEST(CssSelector, CannotSayWhatXpathCan) {
  EXPECT_EQ(to_css(parse_xpath("//td[@headers='a b']")), "td[headers=\"a b\"]");
  EXPECT_EQ(to_css(parse_xpath("//th/following-sibling::td")), std::nullopt);
  EXPECT_EQ(to_css(parse_xpath("//th[normalize-space()='x']")), std::nullopt);
}

// Browsers write the number of a digit that begins an id.
TEST(CssSelector, ReadsEscapes) {
  EXPECT_EQ(parse_css("#\\31 23"),
            with_test({.kind = NodeTest::Kind::kAttribute, .name = "id", .value = "123"}));
  EXPECT_EQ(parse_css(".md\\:flex"),
            with_test({.kind = NodeTest::Kind::kClass, .value = "md:flex"}));
  EXPECT_EQ(parse_css(".\\e9t\\0000e9"),
            with_test({.kind = NodeTest::Kind::kClass, .value = "\u00e9t\u00e9"}));
  EXPECT_EQ(parse_css(".\\0"), with_test({.kind = NodeTest::Kind::kClass, .value = "\ufffd"}));
  EXPECT_EQ(parse_css("[title=\"a\\\"b\"]"),
            with_test({.kind = NodeTest::Kind::kAttribute, .name = "title", .value = "a\"b"}));
}

TEST(CssSelector, HoldsAnyNameAndText) {
  std::mt19937 random(1);
  const std::string bytes = "a1-_:.#'\"\\/\n\xc3\xa9";
  for (int round = 0; round < 1000; ++round) {
    std::string value;
    for (std::size_t i = 0; i < 1 + random() % 6; ++i) value += bytes[random() % bytes.size()];
    const NodeQuery id =
        with_test({.kind = NodeTest::Kind::kAttribute, .name = "id", .value = value});
    EXPECT_EQ(parse_css(to_css(id).value()), id) << to_css(id).value();
    const NodeQuery name = with_test({.kind = NodeTest::Kind::kClass, .value = value});
    const std::optional<std::string> css = to_css(name);
    EXPECT_EQ(css.has_value(), value.find('\n') == std::string::npos);
    if (!css) continue;
    EXPECT_EQ(parse_css(*css), name) << *css;
  }
}

TEST(CssSelector, ThatIsNotUnderstoodIsRefused) {
  for (const std::string text : {"", "a:hover", "a[href", ">", "a + b", "a:nth-child(0)", "a\\",
                                 "[a=\"b", "#", "h1 >", "a[b*]"}) {
    EXPECT_THROW(parse_css(text), Error) << text;
  }
}

}  // namespace
}  // namespace pagekin::wrapper
