#include "pagekin/table/text_value.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::table {
namespace {

using Kind = TextForm::Kind;

std::optional<double> number(const std::vector<std::string>& examples, std::string_view text) {
  const TextForm form = form_of(examples);
  if (form.kind != Kind::kNumber) return std::nullopt;
  const std::optional<TextValue> value = value_of(form, text);
  return value ? std::optional(value->number) : std::nullopt;
}

std::string date(const std::vector<std::string>& examples, std::string_view text) {
  const TextForm form = form_of(examples);
  if (form.kind != Kind::kDate) return "no dates";
  const std::optional<TextValue> value = value_of(form, text);
  return value ? to_date_text(value->days) : "none";
}

TEST(TextValue, NumbersHaveGroupsAndDecimals) {
  EXPECT_EQ(number({"3", "4"}, "12"), 12);
  EXPECT_EQ(number({"1,250.50"}, "1,250,000.25"), 1250000.25);
  EXPECT_EQ(number({"1.250,50"}, "12,5"), 12.5);
  EXPECT_EQ(number({"12 500"}, "1 000 000"), 1000000);
  EXPECT_EQ(number({"-4"}, "-0.5"), -0.5);
  EXPECT_EQ(number({"\xE2\x88\x92"
                    "4"},
                   "5"),
            5);
  EXPECT_EQ(number({"1,5"}, "1,50,3"), std::nullopt);
}

TEST(TextValue, ANumberHasTheUnitOfItsColumn) {
  EXPECT_EQ(number({"$5.00", "$1,200"}, "$7"), 7);
  EXPECT_EQ(number({"$5.00"}, "-$7"), -7);
  EXPECT_EQ(number({"$5.00"},
                   "\xE2\x82\xAC"
                   "7"),
            std::nullopt);
  EXPECT_EQ(number({"2 beds", "1 bed"}, "4 Beds"), 4);
  EXPECT_EQ(number({"2 kg"}, "800 g"), std::nullopt);
  EXPECT_EQ(form_of(std::vector<std::string>{"2 kg", "800 g"}).kind, Kind::kText);
  EXPECT_EQ(number({"$5.00"}, "ask"), std::nullopt);
}

TEST(TextValue, CodesAndRoundedNumbersAreTexts) {
  for (const char* const text : {"007", "0834103141", "12345678901234567890", "SKU12", "5 of 10",
                                 "555-1234", "1:30", "", "x"}) {
    EXPECT_EQ(form_of(std::vector<std::string>{text}).kind, Kind::kText) << text;
  }
  EXPECT_EQ(form_of({}).kind, Kind::kText);
  EXPECT_EQ(number({"0.5"}, "0"), 0);
}

TEST(TextValue, DatesAreReadInTheOrderThatTheyShow) {
  EXPECT_EQ(date({"2010-11-23"}, "2011-01-02T10:00:00Z"), "2011-01-02");
  EXPECT_EQ(date({"November 23, 2010"}, "Sept. 2, 1999"), "1999-09-02");
  EXPECT_EQ(date({"23rd Nov 2010"}, "1 May 1950"), "1950-05-01");
  EXPECT_EQ(date({"23/11/2010", "01/02/2010"}, "03/04/2011"), "2011-04-03");
  EXPECT_EQ(date({"11/23/2010"}, "03/04/2011"), "2011-03-04");
  EXPECT_EQ(date({"01/02/2010"}, "03/04/2011"), "no dates");  // it may be either
  EXPECT_EQ(date({"11/23/2010"}, "23/11/2010"), "none");
  EXPECT_EQ(date({"23/11/2010", "11/23/2010"}, "03/04/2011"), "no dates");
  EXPECT_EQ(date({"2010-11-23"}, "2010-02-30"), "none");
  EXPECT_EQ(to_date_text(0), "1970-01-01");
}

TEST(TextValue, WordsForTrueAndFalse) {
  const TextForm form = form_of(std::vector<std::string>{"Yes", "no"});
  ASSERT_EQ(form.kind, Kind::kBoolean);
  EXPECT_TRUE(value_of(form, "yes")->is_true);
  EXPECT_FALSE(value_of(form, "No")->is_true);
  EXPECT_FALSE(value_of(form, "maybe").has_value());
}

}  // namespace
}  // namespace pagekin::table
