// html5lib_tokenizer_test.cc tests conformance with the public suite. This file tests the
// scanner's own promises, and compares it with the slow reference.
#include "pagekin/html/scanner.h"

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "pagekin/core/random.h"

#include "reference/naive_tokenizer.h"
#include "support/rounds.h"
#include "support/shared.h"

namespace pagekin::html {
namespace {

using reference::naive_tags;
using reference::NaiveTag;
using reference::scanned_tags;
using reference::without_attributes;
using std::string_literals::operator""s;
using std::string_view_literals::operator""sv;

// "a /b c/": tags by name, '/' before the name of an end tag and after a self-closing one.
std::string outline(std::string_view html, const ScanOptions& options = {}) {
  std::string text;
  for (const NaiveTag& tag : scanned_tags(html, options)) {
    if (!text.empty()) text += ' ';
    text += (tag.is_end ? "/" : "") + tag.name + (tag.self_closing ? "/" : "");
  }
  return text;
}

// The attributes of the first tag as "name=value|...".
std::string attributes(std::string_view html) {
  Scanner scanner(html, {.attributes = true});
  if (scanner.next() == nullptr) return "no tag";
  std::string text;
  for (const Attribute& attribute : scanner.attributes()) {
    if (!text.empty()) text += '|';
    text += std::string(attribute.name) + '=' + std::string(attribute.value);
  }
  return text;
}

std::string repeat(std::string_view text, std::size_t bytes) {
  std::string out;
  out.reserve(bytes + text.size());
  while (out.size() < bytes) out += text;
  return out;
}

TEST(Scanner, HandsOutTagsInOrderWithTheirPlaces) {
  const std::string_view html = "x<P class=a>y<br/></p >";
  Scanner scanner(html);

  const Tag* tag = scanner.next();
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag->id, kTagP);
  EXPECT_EQ(tag->name, "P");
  EXPECT_FALSE(tag->is_end);
  EXPECT_EQ(html.substr(tag->begin, tag->end - tag->begin), "<P class=a>");

  tag = scanner.next();
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag->id, kTagBr);
  EXPECT_TRUE(tag->self_closing);

  tag = scanner.next();
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag->id, kTagP);
  EXPECT_TRUE(tag->is_end);
  EXPECT_FALSE(tag->self_closing);
  EXPECT_EQ(tag->end, html.size());

  EXPECT_EQ(scanner.next(), nullptr);
  EXPECT_EQ(scanner.next(), nullptr);
}

TEST(Scanner, PositionIsTheEndOfTheLastTagOrOfTheBytes) {
  Scanner scanner("ab<i>cd");
  EXPECT_EQ(scanner.position(), 0U);
  scanner.next();
  EXPECT_EQ(scanner.position(), 5U);
  scanner.next();
  EXPECT_EQ(scanner.position(), 7U);
}

TEST(Scanner, NoBytesHaveNoTags) {
  Scanner scanner(std::string_view{});
  EXPECT_EQ(scanner.next(), nullptr);
  EXPECT_EQ(scanner.position(), 0U);
}

TEST(Scanner, UnknownTagsAreNumberedAsByTagId) {
  for (const std::string name :
       {"x-y", "a\0b", "my-very-long-element-name-of-forty-two-byte", "A\xc3\x84"}) {
    const std::string html = "<" + name + ">";
    Scanner scanner(html);
    const Tag* tag = scanner.next();
    ASSERT_NE(tag, nullptr);
    EXPECT_EQ(tag->id, tag_id(name)) << name;
  }
}

TEST(Scanner, AnUnfinishedTagIsNotHandedOut) {
  const std::string_view html = "<p><a href=\"x\" b='y' c=z d / = e>";
  EXPECT_EQ(outline(html), "p a");
  for (std::size_t length = 3; length < html.size(); ++length) {
    EXPECT_EQ(outline(html.substr(0, length)), "p") << length;
    Scanner scanner(html.substr(0, length), {.attributes = true});
    while (scanner.next() != nullptr) {
    }
    EXPECT_TRUE(scanner.attributes().empty());
    EXPECT_EQ(scanner.position(), length);
  }
}

TEST(Scanner, NoByteBehindTheEndIsRead) {
  // Memory of the exact size: sanitizers see what lies outside.
  for (std::size_t length = 1; length < 100; ++length) {
    for (const std::string start :
         {"<", "</", "<a ", "<a b=", "<a b='", "<!--", "<title></title"}) {
      const std::string html = start + std::string(length, 'x');
      const std::vector<char> exact(html.begin(), html.end());
      Scanner scanner({exact.data(), exact.size()});
      while (scanner.next() != nullptr) {
      }
      EXPECT_EQ(scanner.position(), html.size());
    }
  }
}

TEST(Scanner, QuotesHideTheEndOfATagOnlyAsValues) {
  EXPECT_EQ(outline("<a b='>'>c"), "a");
  EXPECT_EQ(outline("<a b = \"<i>\"><u>"), "a u");
  EXPECT_EQ(outline("<a b'><u>'>"), "a u");   // part of a name
  EXPECT_EQ(outline("<a =\"><u>"), "a u");    // '=' begins a name
  EXPECT_EQ(outline("<a/=\"><u>"), "a u");    // also after a slash
  EXPECT_EQ(outline("<a b=c\"><u>"), "a u");  // inside an unquoted value
  EXPECT_EQ(outline("<a b=c='><u>"), "a u");  // likewise
  EXPECT_EQ(outline("<a=\"><u>"), "a=\" u");  // inside the name of the tag
  EXPECT_EQ(outline("<a ==\"><u>\">"), "a");  // a name "=" and then its value
}

TEST(Scanner, ASlashClosesATagUnlessItEndsAnUnquotedValue) {
  EXPECT_EQ(outline("<a/><a /><a b/><a b=''/><a b=c /><a b=\"c\" d/>"), "a/ a/ a/ a/ a/ a/");
  EXPECT_EQ(outline("<a b=c/><a b=/><a / b><a / ><a b='/'>"), "a a a a a");
  EXPECT_EQ(outline("</a/>"), "/a/");
}

TEST(Scanner, AttributesAreAsThePageSpellsThem) {
  EXPECT_EQ(attributes("<a HREF=\"x&amp;y\" b = 'z\r\n' c=d/ e>"), "HREF=x&amp;y|b=z\r\n|c=d/|e=");
  EXPECT_EQ(attributes("<a b=1 B=2>"), "b=1|B=2");
  EXPECT_EQ(attributes("<a =b c==d e= >"), "=b=|c==d|e=");
  EXPECT_EQ(attributes("<a/b/c=/d/>"), "b=|c=/d/");
  EXPECT_EQ(attributes("<a b=''c=\"\"d>"), "b=|c=|d=");
  EXPECT_EQ(attributes("<a>"), "");
}

TEST(Scanner, AttributesAreEmptyUnlessAskedFor) {
  Scanner scanner("<a b=c>");
  ASSERT_NE(scanner.next(), nullptr);
  EXPECT_TRUE(scanner.attributes().empty());
}

TEST(Scanner, NamesOfStartTagsSwitchTheTextMode) {
  for (const std::string name :
       {"title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script"}) {
    EXPECT_EQ(outline("<" + name + "><b></x></" + name + " ><i>"), name + " /" + name + " i");
    EXPECT_EQ(outline("<" + name + "/><b>"), name + "/") << "self-closing makes no difference";
    EXPECT_EQ(outline("</" + name + "><b>"), "/" + name + " b") << "end tags do not switch";
  }
  EXPECT_EQ(outline("<noscript><b>"), "noscript b");
  EXPECT_EQ(outline("<plaintext><b></plaintext>"), "plaintext");
  EXPECT_EQ(outline("<script><b>", {.switch_by_name = false}), "script b");
}

TEST(Scanner, ScriptsHideTheirEndTagInsideACommentWithAScript) {
  EXPECT_EQ(outline("<script><!--<script></script>--></script><b>"), "script /script b");
  EXPECT_EQ(outline("<script><!--<script></script><b></script><i>"), "script /script i");
  EXPECT_EQ(outline("<script><!--</script><b>"), "script /script b");
  EXPECT_EQ(outline("<script><!--><script></script><b>"), "script /script b");
  EXPECT_EQ(outline("<script><!--<script>--></script><b>"), "script /script b");
  EXPECT_EQ(outline("<script><!--<script><</script></script><b>"), "script /script b");
}

TEST(Scanner, CommentsEndAsTheStandardSays) {
  EXPECT_EQ(outline("<!--<a>--><b>"), "b");
  EXPECT_EQ(outline("<!--<a>--!><b>"), "b");
  EXPECT_EQ(outline("<!--><b>"), "b");
  EXPECT_EQ(outline("<!---><b>"), "b");
  EXPECT_EQ(outline("<!--!><b>--><i>"), "i");
  EXPECT_EQ(outline("<!---!><b>--><i>"), "i");
  EXPECT_EQ(outline("<!----!><b>"), "b");
  EXPECT_EQ(outline("<!--a--!-><b>--><i>"), "i");
  EXPECT_EQ(outline("<!--<!--><b>"), "b");
  EXPECT_EQ(outline("<!-><b>"), "b");
  EXPECT_EQ(outline("<?a?><b></ c><i><!a \"><u>"), "b i u");
}

TEST(Scanner, AGreaterSignEndsADoctypeAlsoBetweenQuotes) {
  EXPECT_EQ(outline("<!DOCTYPE html PUBLIC \"a>b\"><i>"), "i");
  EXPECT_EQ(outline("<!doctype html SYSTEM 'a><b>'><i>"), "b i");
}

TEST(Scanner, CdataIsASectionOnlyWhereAllowed) {
  const std::string_view html = "<![CDATA[<a>]]><b>";
  EXPECT_EQ(outline(html), "b");
  EXPECT_EQ(outline("<![CDATA[>]]><b>]]>"), "b");
  EXPECT_EQ(outline(html, {.cdata = true}), "b");
  EXPECT_EQ(outline("<![CDATA[><a>]>]]><b>", {.cdata = true}), "b");
  EXPECT_EQ(outline("<![cdata[><a>]]><b>", {.cdata = true}), "a b");
  EXPECT_EQ(outline("]><a>]]]><b>", {.text_mode = TextMode::kCdata}), "b");

  Scanner scanner("<svg><![CDATA[><a>]]><b>");
  ASSERT_NE(scanner.next(), nullptr);
  scanner.set_cdata(true);
  const Tag* tag = scanner.next();
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag->name, "b");
}

TEST(Scanner, ATreeBuilderSetsTheTextModeOfWhatFollows) {
  const ScanOptions options{.switch_by_name = false};
  for (const TextMode mode : {TextMode::kRcdata, TextMode::kRawtext, TextMode::kScript}) {
    Scanner scanner("<Foo><a></foo-></foo ><b>", options);
    ASSERT_NE(scanner.next(), nullptr);
    scanner.set_text_mode(mode);
    const Tag* tag = scanner.next();
    ASSERT_NE(tag, nullptr);
    EXPECT_EQ(tag->name, "foo");
    EXPECT_TRUE(tag->is_end);
    tag = scanner.next();
    ASSERT_NE(tag, nullptr) << "the end tag ends the mode";
    EXPECT_EQ(tag->id, kTagB);
  }
  Scanner scanner("<title><a>");
  ASSERT_NE(scanner.next(), nullptr);
  scanner.set_text_mode(TextMode::kData);
  EXPECT_NE(scanner.next(), nullptr) << "also back to normal";
}

TEST(Scanner, OnlyANameOfLettersEndsATextMode) {
  const ScanOptions h1{.text_mode = TextMode::kRcdata, .last_start_tag = "h1"};
  EXPECT_EQ(outline("</h1><b>", h1), "");
  const ScanOptions none{.text_mode = TextMode::kRcdata};
  EXPECT_EQ(outline("</><b></b>", none), "");
}

TEST(Scanner, TagsMayLieAnywhereInTheBytes) {
  // Moves a tag over every place of the pieces in which bytes are looked at.
  for (std::size_t before = 0; before < 1200; ++before) {
    const std::string html =
        std::string(before, 'x') + "<a b=\"" + std::string(before % 200, '>') + "\" c='d'>y</a>";
    ASSERT_EQ(outline(html), "a /a") << before;
    ASSERT_EQ(outline(html, {.attributes = true}), "a /a") << before;
  }
}

// Every input is scanned in every mode, with and without attributes.
void expect_same_as_twin(const std::string& html) {
  // A copy of the exact size, so that sanitizers see any byte read outside.
  const std::vector<char> exact(html.begin(), html.end());
  const std::string_view bytes(exact.data(), exact.size());
  for (const TextMode mode : {TextMode::kData, TextMode::kRcdata, TextMode::kRawtext,
                              TextMode::kScript, TextMode::kPlaintext, TextMode::kCdata}) {
    for (const bool free_standing : {true, false}) {
      ScanOptions options{.attributes = true,
                          .switch_by_name = free_standing,
                          .cdata = !free_standing,
                          .text_mode = mode,
                          .last_start_tag = mode == TextMode::kScript ? "script" : "Title"};
      const std::vector<NaiveTag> expected = naive_tags(bytes, options);
      ASSERT_EQ(scanned_tags(bytes, options), expected)
          << "mode " << static_cast<int>(mode) << ": " << html.substr(0, 2000);
      options.attributes = false;
      ASSERT_EQ(scanned_tags(bytes, options), without_attributes(expected))
          << "mode " << static_cast<int>(mode) << ": " << html.substr(0, 2000);
    }
  }
}

// A page of 1 to `most` fragments, chosen to be as misleading as possible.
std::string random_page(Random& random, std::uint32_t most) {
  static const std::string fragments[] = {
      "<",
      "</",
      "<!--",
      "--!>",
      "-->",
      "<!-",
      "-",
      "!",
      "'",
      "\"",
      "=",
      "/",
      ">",
      "<?",
      "<!",
      "<![CDATA[",
      "]]>",
      "]",
      "\0"s,
      " ",
      "\n",
      "\r",
      "\t",
      "\f",
      "a",
      "B",
      "title",
      "tItLe",
      "script",
      "SCRIPT",
      "<script>",
      "</script>",
      "<script",
      "</script",
      "<title>",
      "</title>",
      "</titl",
      "<style>",
      "</style ",
      "<textarea/>",
      "<p>",
      "</p>",
      "<a href=\"x\">",
      "<b c='d'/>",
      "<i j=k>",
      " l=\"m\"",
      " n='o'",
      " q=r",
      " s",
      "<!DOCTYPE html PUBLIC \"",
      "&amp;",
      "x-y",
      "\xc3\xa4",
      "text that is a little longer than one vector of bytes is"};
  std::string html;
  for (std::uint32_t left = 1 + random.below(most); left > 0; --left) {
    html += fragments[random.below(static_cast<std::uint32_t>(std::size(fragments)))];
  }
  return html;
}

TEST(Scanner, EqualsItsTwinOnRandomFragments) {
  Random random(7);
  for (int round = 0; round < test::rounds(6000); ++round) {
    expect_same_as_twin(random_page(random, round % 100 == 0 ? 400 : 24));
    if (HasFatalFailure()) return;
  }
}

TEST(Scanner, EqualsItsTwinWithEveryInstructionSet) {
  std::vector<std::int64_t> targets = {0};  // the one that needs no SIMD
  const std::int64_t supported = hwy::SupportedTargets();
  for (int bit = 0; bit < 62; ++bit) {
    if ((supported >> bit & 1) != 0) targets.push_back(std::int64_t{1} << bit);
  }
  for (const std::int64_t target : targets) {
    hwy::GetChosenTarget().Update(target);
    Random random(9);
    for (int round = 0; round < 500 && !HasFatalFailure(); ++round) {
      expect_same_as_twin(random_page(random, round % 10 == 0 ? 100 : 24));
    }
    EXPECT_FALSE(HasFatalFailure()) << hwy::TargetName(target);
  }
  hwy::GetChosenTarget().Update(supported);
}

TEST(Scanner, EqualsItsTwinOnRandomBytes) {
  Random random(8);
  const std::string_view alphabet = "<<>>//!?-='\" \nab\0]["sv;
  for (int round = 0; round < 3000; ++round) {
    std::string html;
    for (std::uint32_t i = random.below(120); i > 0; --i) {
      html += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    expect_same_as_twin(html);
    if (HasFatalFailure()) return;
  }
}

TEST(Scanner, EqualsItsTwinOnHostilePages) {
  PAGEKIN_NEEDS_SHARED();
  int pages = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::shared_dir() / "suites/hostile-html")) {
    if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
    expect_same_as_twin(test::read_file(entry.path()));
    if (HasFatalFailure()) return;
    ++pages;
  }
  EXPECT_GT(pages, 400);
}

TEST(Scanner, AttributesOfOneTagCanBeReadAfterwards) {
  const std::string html = "<p a=1><b x y='2'>" + repeat("<i>", 300) + "<u c=3></u>";
  Scanner scanner(html);
  Scanner collecting(html, {.attributes = true});
  while (const Tag* tag = scanner.next()) {
    const Tag* same = collecting.next();
    ASSERT_NE(same, nullptr);
    ASSERT_EQ(tag->begin, same->begin);
    EXPECT_TRUE(scanner.attributes().empty());
    const auto expected = collecting.attributes();
    const auto found = scanner.read_attributes();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].name, expected[i].name);
      EXPECT_EQ(found[i].value, expected[i].value);
    }
  }
  EXPECT_EQ(collecting.next(), nullptr);
}

TEST(Scanner, KeepsNoMoreAttributesThanAskedFor) {
  Scanner scanner("<p a b=1 c='2'><p a b>", {.attributes = true, .max_attributes = 2});
  ASSERT_NE(scanner.next(), nullptr);
  EXPECT_EQ(scanner.attributes().size(), 2u);
  EXPECT_TRUE(scanner.attributes_cut());
  ASSERT_NE(scanner.next(), nullptr);
  EXPECT_EQ(scanner.attributes().size(), 2u);
  EXPECT_FALSE(scanner.attributes_cut());
}

TEST(Scanner, TextEndsWhereAnUnfinishedTagBegins) {
  const auto text_end = [](std::string_view html) {
    Scanner scanner(html);
    while (scanner.next() != nullptr) {
    }
    return scanner.text_end();
  };
  EXPECT_EQ(text_end("<p>text"), 7u);
  EXPECT_EQ(text_end("<p>text<b"), 7u);
  EXPECT_EQ(text_end("<p>text</b"), 7u);
  EXPECT_EQ(text_end("<p>text<b c='"), 7u);
  EXPECT_EQ(text_end("<p>text<"), 8u);
  EXPECT_EQ(text_end("<p>text</"), 9u);
  EXPECT_EQ(text_end("<title>text</title "), 11u);
  EXPECT_EQ(text_end("<title>text</titl"), 17u);
}

TEST(Scanner, CanStartAnewOnOtherBytes) {
  std::string html = "<p a=1><b>";
  Scanner scanner(html, {.attributes = true});
  scanner.next();
  html = "<i></i><s>";  // the same place in memory
  scanner.restart(html);
  EXPECT_TRUE(scanner.attributes().empty());
  ASSERT_NE(scanner.next(), nullptr);
  const Tag* tag = scanner.next();
  ASSERT_NE(tag, nullptr);
  EXPECT_TRUE(tag->is_end);
  ASSERT_NE(scanner.next(), nullptr);
  EXPECT_EQ(scanner.next(), nullptr);
}

// Quadratic time would make these run for minutes: the floods are long and each
// unit of them looks as if it could begin or end something.
TEST(Scanner, FloodsAreReadToTheEndInLinearTime) {
  constexpr std::size_t kBytes = 50'000;
  const std::string units[] = {
      "<",         "</",      "<!",        "<!-",          "<!--",    "<!---",   "-->",
      "--!",       "]]",      "<![CDATA[", "<?",           "<a ",     "<a\"",    "=",
      "= ",        " =\"",    "='",        "a=",           "a =",     "</scrip", "</script",
      "</script ", "<script", "<script ",  "<!--<script ", "</title", "</titl",  "/",
      "/=",        "\0"s,     "<a b=\"",   "\"",           "x y ",    "<a>",     "<a b>"};
  const std::string starts[] = {"",
                                "<a ",
                                "<a b=",
                                "<!--",
                                "<script>",
                                "<script><!--",
                                "<script><!--<script>",
                                "<title>",
                                "<plaintext>",
                                "<![CDATA["};
  for (const std::string& start : starts) {
    for (const std::string& unit : units) {
      const std::string html = start + repeat(unit, kBytes);
      Scanner scanner(html, {.cdata = true});
      std::size_t last = 0;
      while (const Tag* tag = scanner.next()) {
        ASSERT_LE(last, tag->begin);
        ASSERT_LT(tag->begin, tag->end);
        last = tag->end;
      }
      ASSERT_EQ(scanner.position(), html.size());
    }
  }
}

TEST(Scanner, FloodsOfAttributesAreCollectedInLinearTime) {
  const std::string html = "<a " + repeat("b=c d ", 1'000'000) + ">";
  Scanner scanner(html, {.attributes = true});
  ASSERT_NE(scanner.next(), nullptr);
  EXPECT_EQ(scanner.attributes().size(), (html.size() - 4) / 3);
  EXPECT_EQ(scanner.next(), nullptr);
  EXPECT_TRUE(scanner.attributes().empty());
}

}  // namespace
}  // namespace pagekin::html
