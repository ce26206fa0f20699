#include "pagekin/dom/between_tags.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace pagekin::dom {
namespace {

// "t[text] c d[doctype] s[section]".
std::string pieces(std::string_view bytes, bool has_cdata = false) {
  std::string all;
  BetweenTags between(bytes, has_cdata);
  while (between.next()) {
    if (!all.empty()) all += ' ';
    const std::string inside =
        "[" + std::string(bytes.substr(between.begin, between.end - between.begin)) + "]";
    switch (between.kind) {
      case BetweenTags::Kind::kText:
        all += "t" + inside;
        break;
      case BetweenTags::Kind::kCdata:
        all += "s" + inside;
        break;
      case BetweenTags::Kind::kComment:
        all += "c";
        break;
      case BetweenTags::Kind::kDoctype:
        all += (between.is_finished ? "d" : "D") + inside;
        break;
    }
  }
  return all;
}

TEST(BetweenTags, TellsTextFromMarkup) {
  EXPECT_EQ(pieces(""), "");
  EXPECT_EQ(pieces("a<!-- b > -- -->c"), "t[a] c t[c]");
  EXPECT_EQ(pieces("<!DocType html>x"), "d[ html] t[x]");
  EXPECT_EQ(pieces("<!doctype ht"), "D[ ht]");
  EXPECT_EQ(pieces("<?php x>y</3>z<!x>"), "c t[y] c t[z] c");
}

TEST(BetweenTags, ALessSignBeforeNothingSpecialIsText) {
  EXPECT_EQ(pieces("a < b <3 <<"), "t[a < b <3 <<]");
  EXPECT_EQ(pieces("a</"), "t[a</]");
  EXPECT_EQ(pieces("<"), "t[<]");
}

TEST(BetweenTags, AnEndTagWithoutNameIsNothing) { EXPECT_EQ(pieces("a</>b"), "t[a] t[b]"); }

TEST(BetweenTags, CommentsEndAsTheStandardSays) {
  EXPECT_EQ(pieces("<!-->a<!--->b<!--x--!>c<!-- --x> "), "c t[a] c t[b] c t[c] c");
}

TEST(BetweenTags, CdataIsASectionOnlyWhereAllowed) {
  EXPECT_EQ(pieces("<![CDATA[a>b]]>c"), "c t[b]]>c]");
  EXPECT_EQ(pieces("<![CDATA[a>b]]>c", true), "s[a>b] t[c]");
  EXPECT_EQ(pieces("<![CDATA[a", true), "s[a]");
  EXPECT_EQ(pieces("<![cdata[a>", true), "c");
}

}  // namespace
}  // namespace pagekin::dom
