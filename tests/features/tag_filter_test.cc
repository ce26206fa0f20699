#include "pagekin/features/tag_filter.h"

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

namespace pagekin::features {
namespace {

bool reads(const TagFilter& filter, std::string_view name) {
  return filter.reads(html::tag_id(name));
}

TEST(TagFilter, ReadsEverythingUnlessToldOtherwise) {
  for (const TagFilter& filter : {TagFilter(), TagFilter("all")}) {
    EXPECT_TRUE(reads(filter, "p"));
    EXPECT_TRUE(reads(filter, "my-own-tag"));
    EXPECT_EQ(filter.text(), "all");
  }
}

TEST(TagFilter, BlockReadsWhatMakesTheStructure) {
  const TagFilter filter("block");
  for (const auto* name : {"html", "head", "body", "div", "table", "tbody", "ul", "code", "ol",
                           "nav", "my-own-tag", "iframe"}) {
    EXPECT_TRUE(reads(filter, name)) << name;
  }
  for (const auto* name : {"p", "a", "span", "h1", "h6", "tr", "td", "li", "meta", "script",
                           "output", "menuitem", "wbr"}) {
    EXPECT_FALSE(reads(filter, name)) << name;
  }
  EXPECT_EQ(filter.text(), "block");
}

TEST(TagFilter, AListReadsItsNamesOnly) {
  const TagFilter filter("UL,li+x-card");
  EXPECT_TRUE(reads(filter, "ul"));
  EXPECT_TRUE(reads(filter, "LI"));
  EXPECT_TRUE(reads(filter, "x-card"));
  EXPECT_FALSE(reads(filter, "ol"));
  EXPECT_FALSE(reads(filter, "x-cart"));
}

TEST(TagFilter, TheSameTagsHaveTheSameText) {
  EXPECT_EQ(TagFilter("ul,li,ul").text(), "li+ul");
  EXPECT_EQ(TagFilter("LI+UL"), TagFilter("ul,li"));
}

TEST(TagFilter, RefusesWhatCannotBeATag) {
  for (const auto* text : {"", "ul,", "+", "ul,,li", "1a", "a b", "<p>"}) {
    EXPECT_THROW(TagFilter{text}, Error) << text;
  }
}

}  // namespace
}  // namespace pagekin::features
