#include "pagekin/dom/quirks.h"

#include <gtest/gtest.h>

namespace pagekin::dom {
namespace {

TEST(Quirks, TodaysDoctypesHaveNone) {
  EXPECT_FALSE(is_quirky_doctype(" html", true));
  EXPECT_FALSE(is_quirky_doctype("HTML ", true));
  EXPECT_FALSE(is_quirky_doctype(" html SYSTEM \"about:legacy-compat\"", true));
  EXPECT_FALSE(
      is_quirky_doctype(" html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" "
                        "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\"",
                        true));
  EXPECT_FALSE(is_quirky_doctype(" html PUBLIC '-//W3C//DTD HTML 4.01//EN'", true));
}

TEST(Quirks, OldAndMalformedDoctypesHaveThem) {
  EXPECT_TRUE(is_quirky_doctype("", true));
  EXPECT_TRUE(is_quirky_doctype(" html", false));
  EXPECT_TRUE(is_quirky_doctype(" xhtml", true));
  EXPECT_TRUE(is_quirky_doctype(" html bogus", true));
  EXPECT_TRUE(is_quirky_doctype(" html PUBLIC", true));
  EXPECT_TRUE(is_quirky_doctype(" html PUBLIC \"unfinished", true));
  EXPECT_TRUE(is_quirky_doctype(" html PUBLIC \"html\" \"x\"", true));
  EXPECT_TRUE(is_quirky_doctype(" html PUBLIC \"-//IETF//DTD HTML 2.0//EN\"", true));
  EXPECT_TRUE(is_quirky_doctype(
      " html SYSTEM 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'", true));
}

TEST(Quirks, SomeDependOnASystemIdentifier) {
  EXPECT_TRUE(is_quirky_doctype(" html PUBLIC '-//W3C//DTD HTML 4.01 Frameset//EN'", true));
  EXPECT_FALSE(is_quirky_doctype(" html PUBLIC '-//W3C//DTD HTML 4.01 Frameset//EN' ''", true));
}

}  // namespace
}  // namespace pagekin::dom
