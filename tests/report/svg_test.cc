#include "pagekin/report/svg.h"

#include <gtest/gtest.h>

namespace pagekin::report {
namespace {

TEST(XmlEscaped, LeavesNothingThatXmlDoesNotAllow) {
  EXPECT_EQ(xml_escaped("a<b>&\"c"), "a&lt;b&gt;&amp;&quot;c");
  EXPECT_EQ(xml_escaped("tab\tline\n"), "tab\tline\n");
  EXPECT_EQ(xml_escaped("\x01"), "\xef\xbf\xbd");
  EXPECT_EQ(xml_escaped("x\xef\xbf\xbe\xef\xbf\xbfy"), "x\xef\xbf\xbd\xef\xbf\xbdy");
  EXPECT_EQ(xml_escaped("\xef\xbf\xbd\xef\xbf"), "\xef\xbf\xbd\xef\xbf");
}

TEST(SvgNumber, HasTwoDecimalsAtTheMost) {
  EXPECT_EQ(svg_number(1), "1");
  EXPECT_EQ(svg_number(1.256), "1.26");
  EXPECT_EQ(svg_number(0.5), "0.5");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(100), "100");
}

}  // namespace
}  // namespace pagekin::report
