#include "pagekin/wrapper/relocate.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/repair_rules.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

constexpr int kPages = 12;

std::string title_of(const std::string& kind, int i) {
  return kind + " title " + std::string(1, static_cast<char>('A' + i));
}

// A page with its title and links to two other pages, whose titles are values of the field, too.
std::string redesigned_page(const std::string& kind, int i, bool is_new) {
  std::string links;
  for (const int other : {(i + 1) % kPages, (i + 5) % kPages}) {
    links += "<li><a href=/" + std::to_string(other) + ">" + title_of(kind, other) + "</a></li>";
  }
  if (is_new) {
    return "<body><main><aside><ol>" + links + "</ol></aside><section><h2 class=x7>" +
           title_of(kind, i) + "</h2><p>text " + std::to_string(31 * i) +
           "</p></section></main></body>";
  }
  return "<body><h1 class=" + kind + ">" + title_of(kind, i) + "</h1><ul>" + links + "</ul></body>";
}

// The pages of one template in its old and its new design.
struct Designs {
  explicit Designs(const std::string& kind) {
    for (int i = 0; i < kPages; ++i) {
      before.add(redesigned_page(kind, i, false));
      after.add(redesigned_page(kind, i, true));
      names.push_back("http://" + kind + ".example/" + std::to_string(i));
      titles.push_back(title_of(kind, i));
    }
    addresses.assign(names.begin(), names.end());
    const std::vector<LabelledField> fields = {{"title", {{0, {titles[0]}, {}}}}};
    learn_fields(before.all(), addresses, fields, {}, rules);
  }

  test::SlotPages before;
  test::SlotPages after;
  std::vector<std::string> names;
  std::vector<std::string_view> addresses;
  std::vector<std::string> titles;
  TemplateRules rules;
};

std::vector<std::string> values_of(const TemplateRules& rules, const test::SlotPages& pages) {
  std::vector<std::string> values;
  Applier applier(rules);
  std::vector<FoundField> found;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    applier.apply(pages[i], {}, found);
    values.push_back(found.empty() || found[0].values.size() != 1 ? "" : found[0].values[0]);
  }
  return values;
}

TEST(Relocate, FindsTheValueThatAPageHadAmongThoseOfOtherPages) {
  const Designs designs("event");
  ASSERT_EQ(values_of(designs.rules, designs.before), designs.titles);
  const Relocated found = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  EXPECT_GT(found.fields[0].confidence, 0.9);
  EXPECT_EQ(values_of(found.rules, designs.after), designs.titles);
}

TEST(Relocate, AFieldOfOneValueDoesNotBecomeAList) {
  const Designs designs("event");
  ASSERT_FALSE(designs.rules.fields.at(0).is_list);
  // Without addresses, titles of other pages are guesses too.
  const Relocated found = relocate_fields(designs.rules, designs.after.all(), {});
  for (const FieldRule& rule : found.rules.fields) EXPECT_FALSE(rule.is_list);
}

TEST(Relocate, APageThatRepeatsAValueWithoutEndCountsForNothing) {
  Designs designs("event");
  std::string hostile = "<body>";
  for (int i = 0; i < 20'000; ++i) hostile += "<p>" + designs.titles[3] + "</p>";
  designs.after.add(hostile);
  designs.names.push_back("http://hostile.example/");
  designs.addresses.assign(designs.names.begin(), designs.names.end());
  const Relocated found = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  const std::vector<std::string> values = values_of(found.rules, designs.after);
  EXPECT_EQ(std::vector(values.begin(), values.begin() + kPages), designs.titles);
}

// One page is called as an entry of the menu that all pages have.
TEST(Relocate, AValueThatAllPagesHaveSaysNothing) {
  const Designs designs("event");
  test::SlotPages pages;
  for (int i = 0; i < kPages; ++i) {
    pages.add("<body><nav><a href=/0>" + designs.titles[0] +
              "</a> <b>Menu</b></nav><main><h2>Renamed " + std::to_string(i) +
              "</h2></main></body>");
  }
  const Relocated found = relocate_fields(designs.rules, pages.all(), {});
  EXPECT_EQ(found.fields[0].confidence, 0);
  EXPECT_TRUE(found.rules.fields.empty());
}

class KnownValuesTest : public testing::Test {
 protected:
  const Designs events{"event"};
  const Designs places{"place"};
  const KnownValues known{Wrapper{.templates = {events.rules, places.rules}}};
};

TEST_F(KnownValuesTest, TellTheTemplateOfAPageByTheValueItHad) {
  for (std::size_t i = 0; i < kPages; ++i) {
    EXPECT_EQ(known.template_of(events.after[i], events.addresses[i]).number, 0U);
    EXPECT_EQ(known.template_of(places.after[i], places.addresses[i]).number, 1U);
    EXPECT_TRUE(known.template_of(places.after[i], places.addresses[i]).is_own);
    EXPECT_FALSE(known.template_of(places.after[i], "http://new.example/").is_own);
  }
}

TEST_F(KnownValuesTest, TellNothingOfPagesWithValuesOfNoneOrOfTwo) {
  test::SlotPages pages;
  pages.add("<body><p>neither</p></body>");
  pages.add("<body><p>" + events.titles[0] + "</p><p>" + places.titles[0] + "</p></body>");
  pages.add("<body><p>" + places.titles[3] + "</p></body>");
  EXPECT_EQ(known.template_of(pages[0], "http://new.example/").number, kNone);
  EXPECT_EQ(known.template_of(pages[1], "http://new.example/").number, kNone);
  EXPECT_EQ(known.template_of(pages[2], "http://new.example/").number, 1U);
  // What a page had counts more than what others had.
  EXPECT_EQ(known.template_of(pages[1], places.addresses[0]).number, 1U);
}

TEST(RepairRules, ABrokenFieldGetsItsNewRule) {
  const Designs designs("event");
  const Relocated again = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  TemplateRules repaired;
  const std::vector<bool> is_replaced =
      repair_rules(designs.rules, again, {true}, designs.after.all(), designs.addresses, repaired);
  EXPECT_EQ(values_of(repaired, designs.after), designs.titles);
  EXPECT_EQ(is_replaced, std::vector<bool>{true});
}

TEST(RepairRules, ASoundFieldIsNotReplaced) {
  const Designs designs("event");
  const Relocated again = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  TemplateRules repaired;
  const std::vector<bool> is_replaced = repair_rules(
      designs.rules, again, {false}, designs.before.all(), designs.addresses, repaired);
  EXPECT_EQ(values_of(repaired, designs.before), designs.titles);
  EXPECT_EQ(repaired.fields.at(0).selectors.size(), designs.rules.fields.at(0).selectors.size());
  EXPECT_EQ(is_replaced, std::vector<bool>{false});
}

// Titles of other pages stand in links.
TEST(RepairRules, ARuleThatContradictsTheOldOneWithoutKnownValuesIsRefused) {
  const Designs designs("event");
  Relocated again;
  const std::vector<LabelledField> neighbours = {{"title", {{0, {designs.titles[1]}, {}}}}};
  learn_fields(designs.before.all(), designs.addresses, neighbours, {}, again.rules);
  ASSERT_NE(values_of(again.rules, designs.before), designs.titles);
  again.fields.emplace_back();
  TemplateRules repaired;
  const std::vector<bool> is_replaced =
      repair_rules(designs.rules, again, {true}, designs.before.all(), designs.addresses, repaired);
  EXPECT_EQ(is_replaced, std::vector<bool>{false});
  EXPECT_EQ(values_of(repaired, designs.before), designs.titles);
}

TEST(RepairRules, WhatIsNotFoundAgainStays) {
  Designs designs("event");
  FieldRule& lost = designs.rules.fields.emplace_back(designs.rules.fields.at(0));
  lost.name = "lost";
  Relocated again = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  std::erase_if(again.rules.fields, [](const FieldRule& rule) { return rule.name == "lost"; });
  TemplateRules repaired;
  const std::vector<bool> is_replaced = repair_rules(
      designs.rules, again, {true, true}, designs.after.all(), designs.addresses, repaired);
  ASSERT_EQ(repaired.fields.size(), 2U);
  EXPECT_EQ(repaired.fields[1].name, "lost");
  EXPECT_EQ(repaired.fields[1].profile.filled, lost.profile.filled);
  EXPECT_EQ(is_replaced, (std::vector<bool>{true, false}));
}

TEST(RepairRules, AListDoesNotBecomeOneValue) {
  Designs designs("event");
  const Relocated again = relocate_fields(designs.rules, designs.after.all(), designs.addresses);
  designs.rules.fields.at(0).is_list = true;
  TemplateRules repaired;
  const std::vector<bool> is_replaced =
      repair_rules(designs.rules, again, {true}, designs.after.all(), designs.addresses, repaired);
  EXPECT_TRUE(repaired.fields.at(0).is_list);
  EXPECT_EQ(is_replaced, std::vector<bool>{false});
}

}  // namespace
}  // namespace pagekin::wrapper
