// How far the value of a field reaches on other pages: bare texts, navigation, blocks that are
// empty on the labelled page, numbered class names, elements within a line.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

std::string n(int i) { return std::to_string(i); }

// A sentence of many words that no other page has.
std::string sentence(int page, int i) {
  return "This is sentence " + n(i) + " of the text that page " + n(page) + " has alone.";
}

class Site {
 public:
  void add(const std::string& html) {
    pages_.add("<html><body><h1>Page " + n(static_cast<int>(pages_.size())) + "</h1>" + html +
               "<p>About this site</p></body></html>");
  }
  // What the label of page 0 gives on all pages; of a list '|' stands between the values.
  std::vector<std::string> extract(const std::string& field, const std::string& value) {
    TemplateRules rules;
    learn_fields(pages_.all(), {}, std::vector<LabelledField>{{field, {{0, {value}, {}}}}}, {},
                 rules);
    std::vector<std::string> values;
    doubted.clear();
    if (rules.fields.empty()) return values;
    Applier applier(rules);
    std::vector<FoundField> found;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      applier.apply(pages_[i], "", found);
      std::string text = found[0].state == FieldState::kFound ? "" : "-";
      if (text.empty()) {
        for (const std::string& one : found[0].values) text += (text.empty() ? "" : "|") + one;
      }
      values.push_back(text);
      doubted.push_back(needs_review(found[0]));
    }
    return values;
  }
  std::vector<bool> doubted;  // by page

 private:
  test::SlotPages pages_;
};

std::string paragraphs(int page, int count, const std::string& between) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : between) + sentence(page, i);
  return text;
}

TEST(ValueExtent, BareTextsEndWhereAConstantBegins) {
  Site site;
  for (int i = 0; i < 12; ++i) {
    site.add("<p>Date " + n(i) + "</p>" + paragraphs(i, 5 - i % 4, "<br><br>") +
             "<br><p>Share on <a href=t>Twitter</a></p><a href=x>Other page " + n(3 * i) + "</a>");
  }
  const std::vector<std::string> texts = site.extract("text", paragraphs(0, 5, " "));
  ASSERT_EQ(texts.size(), 12U);
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(texts[static_cast<std::size_t>(i)], paragraphs(i, 5 - i % 4, " "));
  }
}

TEST(ValueExtent, BareTextsEndWithTheElementAroundThem) {
  Site site;
  for (int i = 0; i < 12; ++i) {
    site.add("<div id=main><h2>Text</h2>" + paragraphs(i, 5 - i % 4, "<br><br>") +
             "</div><div class=more>More " + n(i) + "</div>");
  }
  const std::vector<std::string> texts = site.extract("text", paragraphs(0, 5, " "));
  ASSERT_EQ(texts.size(), 12U);
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(texts[static_cast<std::size_t>(i)], paragraphs(i, 5 - i % 4, " "));
  }
}

TEST(ValueExtent, NavigationAtTheEndIsNotOfATextThatHadNone) {
  Site site;
  for (int i = 0; i < 20; ++i) {
    site.add("<div class=body><p>" + paragraphs(i, 2 + i % 3, "</p><p>") + "</p>" +
             (i == 7 ? "<nav>Part 1 <a href=2>2</a> <a href=3>3</a></nav>" : "") + "</div>");
  }
  const std::vector<std::string> texts = site.extract("text", paragraphs(0, 2, " "));
  ASSERT_EQ(texts.size(), 20U);
  EXPECT_EQ(texts[7], paragraphs(7, 3, " "));
}

TEST(ValueExtent, NavigationInTheMiddleIsInDoubt) {
  Site site;
  for (int i = 0; i < 20; ++i) {
    site.add("<div class=body><p>" + sentence(i, 0) + "</p>" +
             (i == 7 ? "<nav>Part 1 <a href=2>2</a></nav>" : "") + "<p>" + sentence(i, 1) +
             "</p></div>");
  }
  const std::vector<std::string> texts = site.extract("text", paragraphs(0, 2, " "));
  ASSERT_EQ(texts.size(), 20U);
  EXPECT_TRUE(site.doubted[7]);
  EXPECT_FALSE(site.doubted[8]);
}

TEST(ValueExtent, ABlockThatTheLabelledPageHasEmptyIsNotOfTheText) {
  Site site;
  for (int i = 0; i < 100; ++i) {
    site.add("<div class=region><div class=video>" +
             std::string(i == 7 ? "http://v.example/30920226" : "") +
             "</div><article><div class=text><p>" + paragraphs(i, 2 + i % 3, "</p><p>") +
             "</p></div></article></div>");
  }
  const std::vector<std::string> texts = site.extract("text", paragraphs(0, 2, " "));
  ASSERT_EQ(texts.size(), 100U);
  EXPECT_EQ(texts[7], paragraphs(7, 3, " "));
  EXPECT_EQ(texts[8], paragraphs(8, 4, " "));
}

TEST(ValueExtent, ClassNamesThatCountItemsDoNotHideAList) {
  Site site;
  for (int i = 0; i < 12; ++i) {
    std::string items;
    for (int k = 0; k <= i % 3; ++k) {
      items += "<li class=term-" + n(k) + "><a href=t>Topic" + n(10 * i + k) + "</a></li>";
    }
    site.add("<div class=field><span>Topics</span><ul class=links>" + items + "</ul></div><p>" +
             sentence(i, 0) + "</p>");
  }
  const std::vector<std::string> topics = site.extract("topics", "Topic0");
  ASSERT_EQ(topics.size(), 12U);
  EXPECT_EQ(topics[1], "Topic10|Topic11");
  EXPECT_EQ(topics[2], "Topic20|Topic21|Topic22");
  EXPECT_EQ(topics[3], "Topic30");
}

TEST(ValueExtent, NamesOfTheirOwnWithANumberStayNames) {
  const PageSlots page = test::slots_of(
      "<ul><li class='row row-1'>a</li><li class='row row-2'>b</li></ul>"
      "<ol><li class=depth-1>a</li><li class=depth-1>b</li></ol><dl><dd class=depth-1>a</dd></dl>"
      "<table><tr><td class='x col-1'>a</td><td class='x col-2'>b</td></tr></table>"
      "<div><div class=part-1>a</div><div class=part-2>b</div></div>");
  for (std::size_t i = 0; i < page.tokens.size(); ++i) {
    const bool counts =
        page.tokens[i] == class_token("row-1") || page.tokens[i] == class_token("row-2");
    EXPECT_EQ(page.is_count[i], counts) << i;
  }
}

TEST(ValueExtent, UnknownElementsStandWithinALine) {
  const PageSlots page = test::slots_of("<p>Option<t>a</t>(x)</p><p>b</p>");
  EXPECT_EQ(page.joined(0, 3), "Optiona(x) b");
}

}  // namespace
}  // namespace pagekin::wrapper
