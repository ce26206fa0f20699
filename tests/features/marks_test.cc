#include "pagekin/features/marks.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"
#include "pagekin/features/path_hash.h"

#include "reference/marks.h"
#include "support/random_page.h"
#include "support/rounds.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

Hashes marks_in(std::string_view page) {
  dom::Builder builder;
  return marks(builder.build(page, {.text = true}));
}

reference::Marks marks_by_definition(std::string_view page) {
  dom::Builder builder;
  return reference::marks(builder.build(page, {.text = true}));
}

// "html/body/p"
std::uint64_t path(std::string_view text) {
  std::uint64_t hash = kEmptyPath;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('/'), text.size());
    hash = path_to_element(hash, html::tag_id(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return hash;
}

std::uint64_t mark(MarkKind kind, std::string_view place, std::string_view value) {
  return make_mark(path(place), kind, hash_bytes(value));
}

bool has(const Hashes& all, std::uint64_t one) { return std::ranges::binary_search(all, one); }

std::size_t count(const Hashes& all, MarkKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [=](std::uint64_t one) { return kind_of(one) == kind; }));
}

// Whether a paragraph with this markup has the text as its only text mark.
bool reads_text(std::string_view markup, std::string_view text) {
  const Hashes all = marks_in("<p>" + std::string(markup));
  return count(all, MarkKind::kText) == 1 && has(all, mark(MarkKind::kText, "html/body/p", text));
}

std::size_t texts_in(std::string_view page) { return count(marks_in(page), MarkKind::kText); }

std::size_t shared(const Hashes& a, const Hashes& b) {
  Hashes both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

std::size_t shared(const reference::Marks& a, const reference::Marks& b) {
  std::vector<reference::Mark> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

// The random pages of other tests have only classes; here they get more kinds of marks.
std::string random_marked_page(Random& random) {
  constexpr std::string_view pieces[] = {
      "<p id=row-12>",
      "<p id='row-7' class='post-1 post-22 x'>",
      "<li ID=''>page 10 of 300",
      "<META HTTP-EQUIV=refresh>",
      "<input type=Text name='q[1]'>",
      "<a rel='next&amp;prev' role=b href=x>12</a>",
      "<div itemprop=a itemtype='http://x.example/1'>",
      "<link rel=a rel=b>",
      "<i name='a very long value with more than forty bytes'>",
      "<span property=og:title>4 &#52; x&#x39;9</span>",
      "<p>Just forty bytes, and not one byte more.",
      "<p>Just forty bytes and one byte more: 12345",
      "<p>\n  some   white\n\tspace that makes it long  \n  </p>",
      "<style>p { }</style>",
      "1</nosuch>2",
      "<svg><style>&lt;</style><title>1 2</title></svg>",
      "<body class='ns-12 x page-3' id=b7>",
      "</p></div></li></ul><div id=d14 class='ns-6 ns-7'>",
      "<meta property=og:type content=' article '>",
      "<meta name=Page-Type content=list><meta name=typed content=x>",
      "<p itemscope itemtype='https://schema.org/Product/'>",
      "<p itemprop=offers itemtype='https://schema.org/Offer'>",
      "<script type='application/ld+json'>{\"@type\": \"Article\", \"a\": "
      "{\"@type\":[\"A 1\" , \"B\"], \"c\":\"d\"}}</script>",
      "<script>{\"@type\": \"Nothing\"}</script>"};
  std::string page;
  for (int i = 0; i < 6; ++i) {
    page += test::random_page(random, 12);
    page += pieces[random.below(std::size(pieces))];
  }
  return page;
}

TEST(Marks, HoldPlaceKindAndValue) {
  constexpr std::uint64_t one =
      make_mark(0x1234'5678'9abc'def0, MarkKind::kText, 0xffff'ffff'ffff'ffff);
  EXPECT_EQ(one, 0x1234'5678'bfff'ffffU);
  EXPECT_EQ(place_of(one), 0x1234'5678U);
  EXPECT_EQ(kind_of(one), MarkKind::kText);
  EXPECT_EQ(kind_of(make_mark(~std::uint64_t{0}, MarkKind::kLink, 0)), MarkKind::kLink);
  EXPECT_NE(make_mark(0, MarkKind::kPath, 0), 0U);
}

TEST(Marks, AreASortedSet) {
  const Hashes all = marks_in("<ul><li>one<li>one<li>two<li class='a a'></ul>");
  EXPECT_EQ(std::ranges::adjacent_find(all, std::greater_equal<>()), all.end());
  EXPECT_EQ(count(all, MarkKind::kPath), 5U);  // html head body ul li
  EXPECT_EQ(count(all, MarkKind::kText), 2U);
  EXPECT_EQ(count(all, MarkKind::kClass), 1U);
}

TEST(Marks, OfAnEmptyPageAreThePathsThatEveryPageHas) {
  const Hashes all = marks_in("");
  EXPECT_EQ(all.size(), 3U);
  EXPECT_TRUE(has(all, make_mark(kEmptyPath, MarkKind::kPath, path("html"))));
  EXPECT_TRUE(has(all, make_mark(path("html"), MarkKind::kPath, path("html/body"))));
}

TEST(Marks, StandAtTheirPath) {
  const Hashes all = marks_in("<div id=x class='a b'><p>text");
  EXPECT_TRUE(has(all, make_mark(path("html/body/div"), MarkKind::kPath, path("html/body/div/p"))));
  EXPECT_TRUE(has(all, mark(MarkKind::kClass, "html/body/div", "a")));
  EXPECT_TRUE(has(all, mark(MarkKind::kClass, "html/body/div", "b")));
  EXPECT_TRUE(has(all, mark(MarkKind::kId, "html/body/div", "x")));
  EXPECT_TRUE(has(all, mark(MarkKind::kText, "html/body/div/p", "text")));
  EXPECT_EQ(all.size(), 5U + 4U);
}

TEST(Marks, TakeOneNumberForAnother) {
  EXPECT_EQ(marks_in("<div><p id=p1 class='post-123 c'>12 of 99"),
            marks_in("<div><p id=p77 class='post-4 c'>1 of 3"));
  EXPECT_NE(marks_in("<p id=p1>"), marks_in("<p id=p>"));
  EXPECT_TRUE(has(marks_in("<p class='7post-123-4x'>"),
                  mark(MarkKind::kClass, "html/body/p", "0post-0-0x")));
  EXPECT_TRUE(reads_text("007", "0"));
  EXPECT_TRUE(reads_text("1 2,34", "0 0,0"));
}

TEST(Marks, KnowAttributesByNameAndValue) {
  const std::string_view names[] = {"rel",      "name", "property", "type",
                                    "itemprop", "role", "itemtype", "http-equiv"};
  std::set<std::uint64_t> different;
  for (const std::string_view name : names) {
    Hashes all = marks_in("<p " + std::string(name) + "=v>");
    EXPECT_EQ(count(all, MarkKind::kAttribute), 1U) << name;
    std::erase_if(all, [](std::uint64_t one) { return kind_of(one) == MarkKind::kDeclared; });
    different.insert(all.begin(), all.end());
  }
  EXPECT_EQ(different.size(), 4U + std::size(names));
  EXPECT_EQ(
      count(marks_in("<p href=v src=v content=v title=v style=v data-x=v>"), MarkKind::kAttribute),
      0U);
  EXPECT_EQ(count(marks_in("<input type>"), MarkKind::kAttribute), 1U);
  EXPECT_EQ(marks_in("<meta HTTP-Equiv=a>"), marks_in("<meta http-equiv='a'>"));
  EXPECT_NE(marks_in("<p role=a>"), marks_in("<p role=A>"));
}

TEST(Marks, ReadFortyBytesOfAnAttribute) {
  const std::string forty(40, 'x');
  EXPECT_EQ(marks_in("<p name=" + forty + "y>"), marks_in("<p name=" + forty + "z>"));
  EXPECT_NE(marks_in("<p name=" + forty.substr(1) + "y>"),
            marks_in("<p name=" + forty.substr(1) + "z>"));
  // Ids and class names are not cut.
  EXPECT_NE(marks_in("<p id=" + forty + "y>"), marks_in("<p id=" + forty + "z>"));
  EXPECT_NE(marks_in("<p class=" + forty + "y>"), marks_in("<p class=" + forty + "z>"));
}

TEST(Marks, DecodeReferences) {
  EXPECT_TRUE(
      has(marks_in("<p class='a&amp;b x&#32;y'>"), mark(MarkKind::kClass, "html/body/p", "a&b")));
  EXPECT_EQ(marks_in("<p id=&eacute; class='x&#32;y'>caf&eacute;"),
            marks_in("<p id=\xC3\xA9 class='x y'>caf\xC3\xA9"));
  EXPECT_TRUE(reads_text("a &lt; b&#32;&#9;&amp; c", "a < b & c"));
  EXPECT_TRUE(reads_text("x1&#50;3", "x0"));
  EXPECT_TRUE(reads_text("&nosuch; &", "&nosuch; &"));
}

TEST(Marks, CollapseWhiteSpace) {
  EXPECT_TRUE(reads_text(" \n\t two \r\f\n  words   ", "two words"));
  EXPECT_TRUE(reads_text(std::string(1000, ' ') + "x" + std::string(1000, '\n'), "x"));
  EXPECT_TRUE(reads_text("a\xC2\xA0 b", "a\xC2\xA0 b"));
  EXPECT_EQ(texts_in("<p> \n  <b>\t</b> &#32; &#10; "), 0U);
}

TEST(Marks, CountTextsOfFortyBytesAtMost) {
  const std::string forty(40, 'x');
  EXPECT_TRUE(reads_text(forty, forty));
  EXPECT_TRUE(reads_text("  \n " + forty + std::string(100, ' '), forty));
  EXPECT_EQ(texts_in("<p>" + forty + "x"), 0U);
  EXPECT_EQ(texts_in("<p>" + forty + "  x"), 0U);
  EXPECT_EQ(texts_in("<p>" + forty + "&amp;"), 0U);
  // Lengths are bytes of UTF-8, after references are decoded.
  EXPECT_TRUE(reads_text(forty.substr(2) + "&eacute;", forty.substr(2) + "\xC3\xA9"));
  EXPECT_EQ(texts_in("<p>" + forty.substr(1) + "&eacute;"), 0U);
  EXPECT_TRUE(reads_text("&#" + std::string(5000, '0') + "65;", "A"));
  // Digits count before they are replaced.
  EXPECT_TRUE(reads_text(std::string(40, '7'), "0"));
  EXPECT_EQ(texts_in("<p>" + std::string(41, '7')), 0U);
  std::string words;
  for (int i = 0; i < 20; ++i) words += " \n x";
  EXPECT_EQ(count(marks_in("<p>" + words), MarkKind::kText), 1U);  // 39 bytes
  EXPECT_EQ(texts_in("<p>" + words + " \n yz"), 0U);
}

TEST(Marks, ReadTextsAcrossStrayTags) {
  EXPECT_TRUE(reads_text("1</nosuch>2 </nosuch> x", "0 x"));
  EXPECT_TRUE(reads_text("&am</nosuch>p;", "&amp;"));
}

TEST(Marks, PassOverRawText) {
  EXPECT_EQ(texts_in("<script>x</script><style>x</style><noframes>x</noframes><xmp>x</xmp>"
                     "<iframe>x</iframe><noembed>x</noembed>"),
            0U);
  EXPECT_EQ(texts_in("<plaintext>x"), 0U);
  EXPECT_EQ(texts_in("<svg><style>x</style><script>x</script></svg>"), 0U);
  EXPECT_EQ(texts_in("<title>x</title><textarea>x</textarea><noscript>x</noscript>"), 3U);
}

TEST(Marks, ReadForeignContent) {
  const Hashes all = marks_in("<svg class=a><g id=b><text>c &lt;</text></svg><p>");
  EXPECT_TRUE(has(all, mark(MarkKind::kClass, "html/body/svg", "a")));
  EXPECT_TRUE(has(all, mark(MarkKind::kId, "html/body/svg/g", "b")));
  EXPECT_TRUE(has(all, mark(MarkKind::kText, "html/body/svg/g/text", "c <")));
  EXPECT_TRUE(has(marks_in("<svg><![CDATA[a &amp; 12]]></svg>"),
                  mark(MarkKind::kText, "html/body/svg", "a &amp; 0")));
}

TEST(Marks, OfAttributesBelongToTheFirstElementOfATag) {
  // The parser reopens the formatting element in the second paragraph.
  const Hashes all = marks_in("<div><p><b class=x>1</p></div><p>2");
  EXPECT_TRUE(has(all, mark(MarkKind::kClass, "html/body/div/p/b", "x")));
  EXPECT_TRUE(has(all, make_mark(path("html/body/p"), MarkKind::kPath, path("html/body/p/b"))));
  EXPECT_EQ(count(all, MarkKind::kClass), 1U);
}

// Different for every number below 26^4.
std::string letters(std::size_t number) {
  std::string name;
  for (int i = 0; i < 4; ++i, number /= 26) name += static_cast<char>('a' + number % 26);
  return name;
}

TEST(Marks, AreTheFirstOfAPageThatHasTooMany) {
  std::string page;
  for (std::size_t i = 0; i < 70'000; ++i) page += "<p class=" + letters(i) + ">";
  const Hashes all = marks_in(page);
  EXPECT_EQ(all.size(), kMaxMarks);
  // The paths of html, head, body and p come before all but the first class names.
  const std::size_t classes = kMaxMarks - 4;
  EXPECT_EQ(count(all, MarkKind::kClass), classes);
  const auto has_class = [&](std::size_t number) {
    return has(all, mark(MarkKind::kClass, "html/body/p", letters(number)));
  };
  EXPECT_TRUE(has_class(0));
  EXPECT_TRUE(has_class(60'000));
  // Some of the names have the same 29 bits, which leaves room for a few more.
  EXPECT_TRUE(has_class(classes - 1));
  EXPECT_FALSE(has_class(69'000));
  EXPECT_EQ(marks_in(page + page), all);
}

TEST(Marks, DoNotDependOnThePageBefore) {
  const std::string_view page = "<ul><li class=a>one<li class=b>two";
  const Hashes alone = marks_in(page);
  std::string large;
  for (std::size_t i = 1; i < 3'000; ++i) large += "<p class=" + std::string(i, 'x') + ">";
  EXPECT_EQ(marks_in(large).size(), 4U + 2'999);
  EXPECT_EQ(marks_in(page), alone);
}

TEST(Marks, AgreeWithTheDefinition) {
  Hashes before;
  reference::Marks before_by_definition;
  std::size_t in_all = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(400U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string page = random_marked_page(random);
    const Hashes found = marks_in(page);
    const reference::Marks expected = marks_by_definition(page);
    EXPECT_EQ(found.size(), expected.size());
    for (const MarkKind kind : {MarkKind::kDeclared, MarkKind::kPath, MarkKind::kClass,
                                MarkKind::kId, MarkKind::kAttribute, MarkKind::kText}) {
      EXPECT_EQ(count(found, kind),
                std::ranges::count_if(
                    expected, [=](const reference::Mark& one) { return std::get<0>(one) == kind; }))
          << static_cast<int>(kind);
    }
    EXPECT_EQ(shared(found, before), shared(expected, before_by_definition));
    const std::string disturbed = test::disturbed_page(random, page);
    EXPECT_EQ(shared(found, marks_in(disturbed)), shared(expected, marks_by_definition(disturbed)));
    in_all += found.size();
    before = found;
    before_by_definition = expected;
  }
  EXPECT_GT(in_all, test::rounds(400U) * 30);
}

TEST(Marks, ArePartOfThePagesFeatures) {
  const std::string page = "<p class=\"caf\xE9\">\xE9t\xE9";
  const Features features =
      extract({.id = "http://a.example/b", .body = page, .charset = "latin1"}, {.marks = true});
  EXPECT_EQ(features.marks, marks_in("<p class=\"caf\xC3\xA9\">\xC3\xA9t\xC3\xA9"));
  EXPECT_TRUE(features.url_marks.empty());
  EXPECT_TRUE(features.class_names.empty());
  Needs needs{.class_names = true};
  EXPECT_TRUE(needs.merge({.marks = true, .url_shape = true}));
  EXPECT_TRUE(needs.marks);
  EXPECT_TRUE(needs.url_shape);
}

TEST(Marks, KeepNumbersNearTheRootAtAPlaceOfTheName) {
  const auto declared = [](std::string_view page) {
    Hashes all = marks_in(page);
    std::erase_if(all, [](std::uint64_t one) { return kind_of(one) != MarkKind::kDeclared; });
    return all;
  };
  const Hashes wiki = declared("<body class='ns-14 skin'>");
  const Hashes talk = declared("<body class='ns-6 skin'>");
  ASSERT_EQ(wiki.size(), 1U);
  ASSERT_EQ(talk.size(), 1U);
  EXPECT_NE(wiki, talk);
  EXPECT_EQ(place_of(wiki[0]), place_of(talk[0]));
  EXPECT_NE(place_of(wiki[0]), place_of(declared("<body class=post-6>")[0]));
  EXPECT_NE(place_of(wiki[0]), place_of(declared("<body id=ns-14>")[0]));
  EXPECT_NE(place_of(wiki[0]), place_of(declared("<div class=ns-14>")[0]));
  EXPECT_TRUE(is_near_root(wiki[0]));
  EXPECT_TRUE(declared("<div><div class=ns-14>").empty());
  EXPECT_TRUE(declared("<head class=ns-14>").empty());
}

TEST(Marks, ReadTheTypesThatAPageDeclares) {
  const auto types = [](std::string_view page) {
    return count(marks_in(page), MarkKind::kDeclared);
  };
  EXPECT_EQ(types("<meta property=og:type content=article>"), 1U);
  EXPECT_EQ(types("<meta property=og:title content=article>"), 0U);
  EXPECT_EQ(types("<meta property=og:type>"), 0U);
  EXPECT_EQ(types("<meta http-equiv=content-type content=text/html>"), 0U);
  EXPECT_NE(marks_in("<meta property=og:type content=a>"),
            marks_in("<meta property=og:type content=b>"));
  EXPECT_EQ(types("<p itemtype=https://schema.org/Product>"), 1U);
  EXPECT_EQ(types("<p itemtype=https://schema.org/Offer itemprop=offers>"), 0U);
  const auto json = [](std::string_view text) {
    return "<script type=application/ld+json>" + std::string(text) + "</script>";
  };
  EXPECT_EQ(types(json(R"({"@type":"A","b":{"@type" : ["C","D"],"e":"f"}})")), 3U);
  EXPECT_EQ(types(json(R"({"@type":)")), 0U);
  EXPECT_EQ(types(json(R"({"@type": ["A)")), 0U);
  EXPECT_EQ(types(R"(<script>{"@type":"A"}</script>)"), 0U);
  std::string many;
  for (std::size_t i = 0; i < 100; ++i) many += R"({"@type":"x)" + letters(i) + "\"}";
  EXPECT_EQ(types(json(many)), 16U);
}

TEST(Marks, ClassesAndIdsOfHtmlBodyAndItsChildrenAreNearTheRoot) {
  EXPECT_TRUE(is_near_root(mark(MarkKind::kClass, "html", "no-js")));
  EXPECT_TRUE(is_near_root(mark(MarkKind::kClass, "html/body", "single-post")));
  EXPECT_TRUE(is_near_root(mark(MarkKind::kId, "html/body/div", "page")));
  EXPECT_FALSE(is_near_root(mark(MarkKind::kText, "html/body/div", "page")));
  EXPECT_FALSE(is_near_root(mark(MarkKind::kClass, "html/body/div/div", "post")));
  EXPECT_FALSE(is_near_root(mark(MarkKind::kId, "html/head", "head")));
}

// A limit: of a custom tag only declarations are near the root.
TEST(Marks, NumberedNamesOfCustomTagsAreDeclarations) {
  const Hashes found = marks_in("<app-root class='page ns-14'><p>");
  EXPECT_EQ(count(found, MarkKind::kDeclared), 1U);
  EXPECT_EQ(count(found, MarkKind::kClass), 2U);
  EXPECT_EQ(std::ranges::count_if(found, is_near_root), 1);
}

}  // namespace
}  // namespace pagekin::features
