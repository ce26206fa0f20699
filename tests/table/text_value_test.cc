#include "pagekin/table/text_value.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

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

// "250.000" may be a quarter of a million: where nothing shows what the mark is, it is no number.
TEST(TextValue, AMarkThatMayBeBothIsReadAsTheExamplesShow) {
  const auto has_form = [](const std::vector<std::string>& examples) {
    return form_of(examples).kind == Kind::kNumber;
  };
  EXPECT_FALSE(has_form({"250.000", "9.250"}));
  EXPECT_FALSE(has_form({"950", "1.250"}));
  EXPECT_FALSE(has_form({"1.250", "1,250"}));
  EXPECT_FALSE(has_form({"12.5", "12,5"}));
  EXPECT_EQ(number({"250.000", "1.250.000"}, "9.250"), 9250);
  EXPECT_EQ(number({"250.000", "9.250,50"}, "9.250"), 9250);
  EXPECT_EQ(number({"250.000", "0.125"}, "9.250"), 9.25);
  EXPECT_EQ(number({"12.5"}, "9.250"), 9.25);
  EXPECT_EQ(number({"12.5"}, "1,250"), 1250);
  EXPECT_EQ(number({"12,5"}, "1,250"), 1.25);
  EXPECT_EQ(number({"12,5"}, "1.250"), 1250);
  EXPECT_EQ(number({"12,5"}, "12.5"), std::nullopt);
  EXPECT_EQ(number({"950", "1,250"}, "2,000,000"), 2000000);
  EXPECT_EQ(number({"950", "1,250"}, "2,5"), std::nullopt);
  EXPECT_EQ(number({"950"}, "1,250"), 1250);
  EXPECT_EQ(number({"950"}, "1.250"), std::nullopt);
  EXPECT_EQ(number({"1234.567"}, "1.250"), 1.25);
}

// Any number, written with any marks, is read as it was meant or not at all.
TEST(TextValue, WrittenNumbersComeBackOrAreTexts) {
  Random random(5);
  const auto written = [](std::uint32_t whole, std::uint32_t decimals, char mark, char group,
                          std::uint32_t value) {
    std::string text = std::to_string(whole);
    if (group != 0) {
      for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, group);
    }
    if (decimals == 0) return text;
    const std::string digits = std::to_string(value);
    return text + mark + std::string(decimals - digits.size(), '0') + digits;
  };
  int numbers = 0;
  for (int round = 0; round < 3'000; ++round) {
    const bool is_comma = random.below(2) == 0;
    const char mark = is_comma ? ',' : '.';
    const char group = random.below(3) == 0 ? char{0} : (is_comma ? '.' : ',');
    const std::uint32_t decimals = random.below(4);
    std::vector<std::string> texts;
    std::vector<double> values;
    for (int i = 0; i < 6; ++i) {
      const std::uint32_t whole = random.below(random.below(2) == 0 ? 100 : 3'000'000);
      const std::uint32_t part = decimals == 0 ? 0
                                               : random.below(decimals == 1   ? 10
                                                              : decimals == 2 ? 100
                                                                              : 1'000);
      texts.push_back(written(whole, decimals, mark, group, part));
      values.push_back(whole + part / std::pow(10.0, decimals));
    }
    const TextForm form = form_of(std::span(texts).first(5));
    // A comma before three digits is read as English writes it, unless an example shows otherwise.
    if (form.kind != Kind::kNumber || (is_comma && form.decimal_mark != ',')) continue;
    ++numbers;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::optional<TextValue> value = value_of(form, texts[i]);
      EXPECT_DOUBLE_EQ(value ? value->number : values[i], values[i]) << texts[i];
      EXPECT_TRUE(value.has_value() || i == 5) << texts[i];
    }
  }
  EXPECT_GT(numbers, 1'500);
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
