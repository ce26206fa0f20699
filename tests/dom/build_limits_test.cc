// Depth, number of elements, and what becomes of a page beyond them.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"

#include "support/dom.h"

namespace pagekin::dom {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(BuildLimits, DeeperElementsBecomeChildrenOfTheDeepestThatMayHaveAny) {
  const std::string page = repeated("<div>", 6) + "<i></i><b></b>";
  Builder builder;
  const Tree& tree = builder.build(page, {.max_depth = 5});
  EXPECT_EQ(test::outline(tree), "html(head body(div(div(div div div div i b))))");
  EXPECT_TRUE(tree.limits.depth);
  EXPECT_FALSE(builder.build("<div><div><div>", {.max_depth = 5}).limits.any());
}

TEST(BuildLimits, NothingIsDeeperThanTheLimitWhateverThePage) {
  constexpr std::string_view units[] = {
      "<div>",
      "<b>",
      "<a><p>",
      "<form><div></form>",
      "<table><tr><td>",
      "<table><b>",
      "<b><p></b>",
      "<svg><desc>",
      "<template>",
      "<ul><li>",
      "<select><option>",
      "<object><i>",
      "<math><mi>",
      "<button><nobr>",
  };
  Builder builder;
  for (const std::string_view unit : units) {
    const std::string page = repeated(unit, 2'000);
    const Tree& tree = builder.build(page, {.templates = true});
    EXPECT_TRUE(test::is_consistent(tree)) << unit;
    EXPECT_LE(test::depth_of(tree), 512u) << unit;
  }
}

TEST(BuildLimits, OfTooManyElementsTheFirstAreKept) {
  const std::string page = repeated("<p>", 100);
  Builder builder;
  const Tree& cut = builder.build(page, {.max_elements = 50});
  EXPECT_EQ(cut.size(), 50u);
  EXPECT_TRUE(cut.limits.elements);
  EXPECT_TRUE(test::is_consistent(cut));
  const Tree& all = builder.build(page, {.max_elements = 103});
  EXPECT_EQ(all.size(), 103u);
  EXPECT_FALSE(all.limits.any());
}

TEST(BuildLimits, TextIsLimitedToo) {
  const std::string page = repeated("x<!-- -->", 100);
  Builder builder;
  const Tree& tree = builder.build(page, {.text = true, .max_elements = 10});
  EXPECT_EQ(tree.texts.size(), 40u);
  EXPECT_TRUE(tree.limits.elements);
  EXPECT_FALSE(builder.build(page, {.max_elements = 10}).limits.any());
}

TEST(BuildLimits, ElementsMadeWithoutATagOfTheirOwnCountToo) {
  std::string page = "<p>";
  for (int i = 0; i < 100; ++i) page += "<b id=" + std::to_string(i) + ">";
  page += repeated("<p>x", 100'000);
  Builder builder;
  const Tree& tree = builder.build(page);
  EXPECT_EQ(tree.size(), 300'000u);
  EXPECT_TRUE(tree.limits.elements);
}

// No function calls itself: with the limit out of the way, depth costs memory only.
TEST(BuildLimits, AMillionLevelsNeedNoStack) {
  const std::string page = repeated("<div>", 1'000'000);
  Builder builder;
  const Tree& tree =
      builder.build(page, {.text = true, .max_depth = 2'000'000, .max_elements = 2'000'000});
  EXPECT_EQ(tree.size(), 1'000'003u);
  EXPECT_EQ(test::depth_of(tree), 1'000'002u);
}

// Small limits bring the machine into states that the standard does not know.
TEST(BuildLimits, AnyMixOfTagsEndsInASoundTree) {
  constexpr std::string_view tags[] = {"html",
                                       "head",
                                       "body",
                                       "div",
                                       "p",
                                       "b",
                                       "a",
                                       "i",
                                       "table",
                                       "tr",
                                       "td",
                                       "tbody",
                                       "caption",
                                       "colgroup",
                                       "col",
                                       "select",
                                       "option",
                                       "template",
                                       "svg",
                                       "math",
                                       "mi",
                                       "desc",
                                       "form",
                                       "frameset",
                                       "frame",
                                       "li",
                                       "ul",
                                       "nobr",
                                       "object",
                                       "button",
                                       "script",
                                       "title",
                                       "pre",
                                       "ruby",
                                       "rt",
                                       "noscript",
                                       "h1",
                                       "annotation-xml",
                                       "input",
                                       "br",
                                       "textarea",
                                       "optgroup",
                                       "foreignobject",
                                       "x-y"};
  Random random(7);
  Builder builder;
  for (int round = 0; round < 3'000; ++round) {
    std::string page;
    for (std::uint32_t i = random.below(60); i > 0; --i) {
      const std::uint32_t kind = random.below(10);
      if (kind == 0) {
        page += random.chance(0.5) ? " " : "x";
      } else {
        page += kind < 4 ? "</" : "<";
        page += tags[random.below(std::size(tags))];
        page += '>';
      }
    }
    const BuildOptions options{.text = random.chance(0.5),
                               .templates = random.chance(0.5),
                               .max_depth = 2 + random.below(20),
                               .max_elements = 1 + random.below(100)};
    const Tree& tree = builder.build(page, options);
    ASSERT_TRUE(test::is_consistent(tree)) << page;
    ASSERT_LE(test::depth_of(tree), options.max_depth) << page;
    ASSERT_LE(tree.size(), options.max_elements) << page;
  }
}

}  // namespace
}  // namespace pagekin::dom
