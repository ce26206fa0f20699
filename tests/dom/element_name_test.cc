#include "pagekin/dom/element_name.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

namespace pagekin::dom {
namespace {

std::string last_name(std::string_view page) {
  Builder builder;
  std::string buffer;
  const Tree& tree = builder.build(page);
  return std::string(element_name(tree, static_cast<std::uint32_t>(tree.size()) - 1, buffer));
}

TEST(ElementName, IsLowerCaseForHtml) {
  EXPECT_EQ(last_name("<DIV>"), "div");
  EXPECT_EQ(last_name("<My-Element class=x>"), "my-element");
  EXPECT_EQ(last_name("<image>"), "img");
  EXPECT_EQ(last_name("<x/>"), "x");
  EXPECT_EQ(last_name("<foreignobject>"), "foreignobject");
  EXPECT_EQ(last_name(std::string_view("<a\0b>", 5)),
            "a\xef\xbf\xbd"
            "b");
}

TEST(ElementName, IsMixedCaseWhereSvgWantsIt) {
  EXPECT_EQ(last_name("<svg><FOREIGNOBJECT>"), "foreignObject");
  EXPECT_EQ(last_name("<svg><fegaussianblur>"), "feGaussianBlur");
  EXPECT_EQ(last_name("<svg><textpath>"), "textPath");
  EXPECT_EQ(last_name("<svg><altglyph>"), "altGlyph");
  EXPECT_EQ(last_name("<svg><RECT>"), "rect");
  EXPECT_EQ(last_name("<svg><fe>"), "fe");
  EXPECT_EQ(last_name("<math><foreignobject>"), "foreignobject");
}

}  // namespace
}  // namespace pagekin::dom
