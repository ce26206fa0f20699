// Which attributes a tree keeps.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

#include "support/dom.h"

namespace pagekin::dom {
namespace {

// "name=value" of an element's attributes in their order.
std::vector<std::string> attributes_of(const Tree& tree, html::TagId tag) {
  std::vector<std::string> all;
  for (const Attribute& attribute : tree.attributes_of(test::first_of(tree, tag))) {
    all.push_back(std::string(tree.view(attribute.name)) + "=" +
                  std::string(tree.view(attribute.value)));
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(BuildAttributes, OnlyKnownNamesAreKeptUnlessAllAreAskedFor) {
  constexpr std::string_view page = "<p CLASS=a style='b' id=\"c\" data-x itemprop=d classy=e>";
  Builder builder;
  EXPECT_EQ(attributes_of(builder.build(page), html::kTagP),
            (Lines{"CLASS=a", "id=c", "itemprop=d"}));
  EXPECT_EQ(attributes_of(builder.build(page, {.all_attributes = true}), html::kTagP),
            (Lines{"CLASS=a", "style=b", "id=c", "data-x=", "itemprop=d", "classy=e"}));
  EXPECT_TRUE(attributes_of(builder.build(page, {.attributes = false}), html::kTagP).empty());
}

TEST(BuildAttributes, EveryKnownNameIsTold) {
  Builder builder;
  const Tree& tree = builder.build(
      "<p class=1 id=2 name=3 href=4 src=5 rel=6 type=7 role=8 content=9 property=10 itemprop=11 "
      "itemtype=12>");
  const auto attributes = tree.attributes_of(test::first_of(tree, html::kTagP));
  ASSERT_EQ(attributes.size(), 12u);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(attributes[i].known), i + 1);
    EXPECT_EQ(tree.view(attributes[i].value), std::to_string(i + 1));
  }
}

TEST(BuildAttributes, OfSeveralWithOneNameTheFirstCounts) {
  constexpr std::string_view page = "<p id=1 x=2 ID=3 X=4 id x>";
  Builder builder;
  EXPECT_EQ(attributes_of(builder.build(page), html::kTagP), (Lines{"id=1"}));
  EXPECT_EQ(attributes_of(builder.build(page, {.all_attributes = true}), html::kTagP),
            (Lines{"id=1", "x=2"}));
}

TEST(BuildAttributes, ThoseOfLaterHtmlAndBodyTagsAreAdded) {
  constexpr std::string_view page =
      "<html class=1><body id=2><html class=3 id=4><p><body id=5 class=6 name=7><html name=8>";
  Builder builder;
  const Tree& tree = builder.build(page);
  EXPECT_EQ(attributes_of(tree, html::kTagHtml), (Lines{"class=1", "id=4", "name=8"}));
  EXPECT_EQ(attributes_of(tree, html::kTagBody), (Lines{"id=2", "class=6", "name=7"}));
}

TEST(BuildAttributes, ElementsMadeFromOneTagShareThem) {
  Builder builder;
  const Tree& tree = builder.build("<p><b class=x>1<p>2");
  ASSERT_EQ(test::body_outline(tree), "p(b) p(b)");
  EXPECT_EQ(tree.attributes.size(), 1u);
  EXPECT_EQ(tree.attribute_ranges[4].count, 1u);
  EXPECT_EQ(tree.attribute_ranges[6].begin, tree.attribute_ranges[4].begin);
}

TEST(BuildAttributes, TooManyAreDroppedAndTold) {
  std::string page = "<p";
  for (int i = 0; i < 1001; ++i) page += " a" + std::to_string(i);
  page += "><i class=x>";
  Builder builder;
  for (const bool keeps : {true, false}) {
    const Tree& tree = builder.build(page, {.attributes = keeps, .all_attributes = keeps});
    EXPECT_TRUE(tree.limits.attributes);
    EXPECT_EQ(test::body_outline(tree), "p(i)");
    EXPECT_EQ(tree.attributes_of(3).size(), keeps ? 1000u : 0u);
    EXPECT_FALSE(builder.build("<p class=x>" + std::string(5000, ' ')).limits.any());
  }
  page.erase(2, 3);
  EXPECT_FALSE(builder.build(page).limits.any());
}

}  // namespace
}  // namespace pagekin::dom
