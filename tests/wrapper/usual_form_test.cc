#include "pagekin/wrapper/usual_form.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/learn.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

FieldRule rule_with(std::vector<std::string> examples) {
  FieldRule rule;
  for (const std::string& example : examples) rule.profile.values.push_back(hash_bytes(example));
  std::ranges::sort(rule.profile.values);
  rule.profile.examples = std::move(examples);
  return rule;
}

TEST(UsualForm, DatesAreFollowedByDates) {
  const FieldRule rule = rule_with({"12 Nov 2012", "4 Nov 2014", "27 July 2020"});
  const UsualForm form(rule);
  EXPECT_TRUE(form.has_form());
  EXPECT_TRUE(form.fits("1 May 2021"));
  EXPECT_FALSE(form.fits("27 Jul 2020 Ann Lee ("));
  EXPECT_FALSE(form.fits("Documentation"));
}

TEST(UsualForm, NumbersHaveTheirUnit) {
  const FieldRule rule = rule_with({"12 kg", "3.5 kg", "140 kg"});
  const UsualForm form(rule);
  EXPECT_TRUE(form.fits("7 kg"));
  EXPECT_FALSE(form.fits("7 cm"));
}

TEST(UsualForm, OtherLanguagesWriteDatesAlike) {
  const FieldRule rule = rule_with({"12 Nov 2012", "4 Nov 2014", "27 July 2020"});
  EXPECT_TRUE(UsualForm(rule).fits("3 Giu 2010"));
  EXPECT_TRUE(UsualForm(rule_with({"12", "13", "14"})).fits("01"));
}

TEST(UsualForm, KnownValuesAndValuesWithoutAFormAlwaysFit) {
  EXPECT_TRUE(UsualForm(rule_with({"a", "12", "x y"})).fits("anything"));
  EXPECT_FALSE(UsualForm(rule_with({"12", "13"})).has_form());  // too few
  FieldRule rule = rule_with({"12", "13", "14"});
  rule.profile.values = {hash_bytes("call us")};
  EXPECT_TRUE(UsualForm(rule).fits("call us"));
  EXPECT_FALSE(UsualForm(rule).fits("ask us"));
  rule.is_list = true;
  EXPECT_TRUE(UsualForm(rule).fits("ask us"));
}

// The author joined the date. The value is given, but nobody should rely on it.
TEST(UsualForm, AValueOfAnotherFormIsInDoubt) {
  test::SlotPages pages;
  for (const char* const date : {"12 Nov 2012", "4 Nov 2014", "27 July 2020", "8 May 2019"}) {
    pages.add("<body><h1>Post of " + std::string(date, 2) + "</h1><p class=byline>" + date +
              "</p><p>Text</p></body>");
  }
  TemplateRules rules;
  learn_fields(pages.all(), {}, std::vector<LabelledField>{{"date", {{0, {"12 Nov 2012"}, {}}}}},
               {}, rules);
  test::SlotPages later;
  later.add("<body><h1>Post of 9 </h1><p class=byline>9 Jun 2021</p><p>Text</p></body>");
  later.add("<body><h1>Post of 9 </h1><p class=byline>9 Jun 2021 Ann Lee (</p><p>Text</p></body>");
  Applier applier(rules);
  std::vector<FoundField> found;
  applier.apply(later[0], {}, found);
  EXPECT_GT(found.at(0).confidence, kUnusualFormConfidence);
  applier.apply(later[1], {}, found);
  EXPECT_EQ(found.at(0).values, std::vector<std::string>{"9 Jun 2021 Ann Lee ("});
  EXPECT_LE(found.at(0).confidence, kUnusualFormConfidence);
  EXPECT_TRUE(needs_review(found.at(0)));
}

// The label is one date. Pages with two were there when it was learned: nobody has said that they
// have one value.
TEST(UsualForm, IsThatOfTheLabelWhereMostValuesHaveIt) {
  test::SlotPages pages;
  for (int i = 1; i < 11; ++i) {
    const std::string day = std::to_string(i);
    pages.add("<body><h1>Fair " + day + "</h1><table><tr><td>When:</td><td>" + day + " May 2012" +
              (i % 3 == 0 ? " to " + day + " June 2012" : "") + "</td></tr></table></body>");
  }
  TemplateRules rules;
  learn_fields(pages.all(), {}, std::vector<LabelledField>{{"date", {{0, {"1 May 2012"}, {}}}}}, {},
               rules);
  Applier applier(rules);
  std::vector<FoundField> found;
  for (std::size_t page = 0; page < 10; ++page) {
    applier.apply(pages[page], {}, found);
    EXPECT_EQ(needs_review(found.at(0)), (page + 1) % 3 == 0) << page;
  }
}

}  // namespace
}  // namespace pagekin::wrapper
