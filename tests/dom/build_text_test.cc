// Text leaves: which there are, where they stand, and where one ends.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

#include "support/dom.h"
#include "support/random_page.h"

namespace pagekin::dom {
namespace {

using Lines = std::vector<std::string>;

// "parent:text" in document order, blank leaves too.
Lines texts(std::string_view page, const BuildOptions& more = {}) {
  BuildOptions options = more;
  options.text = true;
  Builder builder;
  const Tree& tree = builder.build(page, options);
  EXPECT_TRUE(test::is_consistent(tree)) << page;
  Lines all;
  std::string buffer;
  for (const TextLeaf& leaf : tree.texts) {
    all.push_back(std::string(element_name(tree, leaf.parent, buffer)) + ":" +
                  test::text_of(tree, leaf));
  }
  return all;
}

TEST(BuildText, LeavesStandInDocumentOrderUnderTheirParents) {
  EXPECT_EQ(texts("<p>a<b>b</b>c</p> d"), (Lines{"p:a", "b:b", "p:c", "body: d"}));
  EXPECT_EQ(texts("<title>a&amp;b</title><script>x<y</script>"),
            (Lines{"title:a&amp;b", "script:x<y"}));
}

TEST(BuildText, AStrayTagDoesNotEndALeafButACommentDoes) {
  EXPECT_EQ(texts("<p>a</i>b</>c"), (Lines{"p:abc"}));
  EXPECT_EQ(texts("<p>a<!-- x -->b<?y>c</%>d"), (Lines{"p:a", "p:b", "p:c", "p:d"}));
  EXPECT_EQ(texts("<p>a<!doctype x>b"), (Lines{"p:ab"}));
  EXPECT_EQ(texts("<p>a < b <3 </"), (Lines{"p:a < b <3 </"}));
}

TEST(BuildText, BeforeTellsTheElementThatFollows) {
  Builder builder;
  const Tree& tree = builder.build("<p>a<b>b</b>c</p>", {.text = true});
  ASSERT_EQ(tree.texts.size(), 3u);
  EXPECT_EQ(tree.texts[0].before, 4u);
  EXPECT_EQ(tree.texts[1].before, 5u);
  EXPECT_EQ(tree.texts[2].before, 5u);
  EXPECT_EQ(tree.texts[2].parent, 3u);
}

TEST(BuildText, TextInATableGoesBeforeItUnlessBlank) {
  EXPECT_EQ(texts("<table> <tr> x <td>y"), (Lines{"body: x ", "table: ", "td:y"}));
  EXPECT_EQ(texts("<table>a<tr>b<!-- --> <td>"), (Lines{"body:ab", "tr: "}));
  EXPECT_EQ(texts("<table> </>a</> <!-- --> <tr>"), (Lines{"body: a ", "table: "}));
  EXPECT_EQ(texts("<table> </> <tr>"), (Lines{"table:  "}));
  EXPECT_EQ(texts("<table><colgroup> x </table>"), (Lines{"body:x ", "colgroup: "}));
}

TEST(BuildText, NulIsDroppedFromHtmlText) {
  EXPECT_EQ(texts(std::string_view("<p>a\0b", 6)), (Lines{"p:ab"}));
  EXPECT_EQ(texts(std::string_view("<p>\0", 4)), (Lines{}));
}

TEST(BuildText, TheFirstNewlineOfPreAndTextareaIsDropped) {
  EXPECT_EQ(texts("<pre>\n\na</pre><pre>\r\nb</pre><textarea>\nc</textarea>"),
            (Lines{"pre:\na", "pre:b", "textarea:c"}));
  EXPECT_EQ(texts("<pre><!-- -->\na"), (Lines{"pre:\na"}));
}

TEST(BuildText, CdataIsTextInForeignContent) {
  EXPECT_EQ(texts("<svg>a<![CDATA[<b>&amp;]]>c</svg>"), (Lines{"svg:a<b>&amp;c"}));
}

TEST(BuildText, TextOfTemplatesIsLeftOutWithThem) {
  constexpr std::string_view page = "<p>a<template>b<i>c</i></template>d";
  EXPECT_EQ(texts(page), (Lines{"p:a", "p:d"}));
  EXPECT_EQ(texts(page, {.templates = true}), (Lines{"p:a", "template:b", "i:c", "p:d"}));
}

TEST(BuildText, BlankTextBeforeTheBodyIsWhereTheStandardPutsIt) {
  EXPECT_EQ(texts(" <html> <head> <title>t</title> </head> <body> x"),
            (Lines{"head: ", "title:t", "head: ", "html: ", "body: x"}));
}

TEST(BuildText, BlankLeavesAreLeftOutWhereNobodyWantsThem) {
  EXPECT_EQ(texts(" <head> <title> </title> </head> <body> <p> a <b> </b> \n<table> <tr> <td> x ",
                  {.blank_text = false}),
            (Lines{"p: a ", "td: x "}));
  // White space that belongs to a leaf stays in it.
  EXPECT_EQ(texts("<p>a</i> </i>b", {.blank_text = false}), (Lines{"p:a b"}));
  EXPECT_EQ(texts("<p>a<!-- --> <i></i>", {.blank_text = false}), (Lines{"p:a"}));
}

TEST(BuildText, LeavesThatAreNotBlankDoNotDependOnThoseThatAre) {
  const auto trimmed = [](const Lines& lines) {
    Lines kept;
    for (const std::string& line : lines) {
      const std::size_t begin = line.find_first_not_of(" \n", line.find(':') + 1);
      if (begin == line.npos) continue;
      kept.push_back(line.substr(0, line.find(':') + 1) + line.substr(begin));
    }
    return kept;
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::string page = test::random_page(random, 80);
    EXPECT_EQ(trimmed(texts(page)), trimmed(texts(page, {.blank_text = false}))) << page;
  }
}

TEST(BuildText, AnElementPutIntoTheHeadComesBeforeTextBehindIt) {
  EXPECT_EQ(texts("<head></head> <style>s</style> <p>x"), (Lines{"style:s", "html:  ", "p:x"}));
}

TEST(BuildText, TextAtTheLimitOfDepthStaysInItsParent) {
  EXPECT_EQ(texts("<i>1<b>2<u>3</u>4</b>5", {.max_depth = 4}),
            (Lines{"i:1", "b:2", "b:4", "u:3", "i:5"}));
}

// Text before a table that was begun is the first thing that leaves document order.
TEST(BuildText, WhatLeftDocumentOrderChangesNothingThatFollows) {
  const std::string head = "<html><head></head><body>";
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::string page = test::random_page(random, 80);
    Lines expected = texts(head + page);
    expected.insert(expected.begin(), "body:t");
    EXPECT_EQ(texts(head + "<table>t</table>" + page), expected) << page;
  }
}

TEST(BuildText, ElementsAreTheSameWithAndWithoutText) {
  constexpr std::string_view page =
      "<b>1<p>2</b>3<table>4<tr><td><a>5<table><a>6</table></a>7</table><select>8<option>9";
  Builder with;
  Builder without;
  const Tree& tree = with.build(page, {.text = true});
  EXPECT_EQ(test::outline(tree), test::outline(without.build(page)));
}

}  // namespace
}  // namespace pagekin::dom
