// What texts of a column stand for: numbers, dates, yes or no.
//
// The texts of a column have one form, which examples show: numbers with the same unit ("12 kg",
// "$1,250.00"), dates in one order, or words for true and false. A text of another form has no
// value: amounts in several currencies are not added up by mistake, and a price is not what "call
// us" says. Not numbers: codes with zeros in front, and what a double would round.
//
// Numbers: digits in groups of three, with commas, points or spaces between them, and decimals
// behind a point or a comma. An example shows which of the two begins the decimals: "1.250,50",
// "12.5", "0.125", "1.250.000". One mark before three digits may be either: "1,250" is 1250 where
// nothing shows the contrary, but numbers such as "1.250" alone have no form. Dates: 2010-11-23,
// with or without a time; 23 November 2010, Nov. 23, 2010 (English); 23/11/2010 and 11/23/2010
// where an example has a day above 12 that shows which comes first.
//
// Cost: linear; texts of more than 80 bytes have no value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pagekin::table {

struct TextForm {
  enum class Kind : std::uint8_t { kText, kNumber, kDate, kBoolean };
  Kind kind = Kind::kText;
  std::string unit;        // of numbers: what stands around them, in lower case
  char decimal_mark = 0;   // of numbers: '.' or ','; 0: no example has a mark
  bool day_first = false;  // of dates such as 23/11/2010

  friend bool operator==(const TextForm&, const TextForm&) = default;
};

// kText if there are no examples, or if they have no form in common.
TextForm form_of(std::span<const std::string> examples);

struct TextValue {
  double number = 0;
  std::int32_t days = 0;  // since 1970-01-01
  bool is_true = false;
};

// Nothing: the text is not of this form. `form` is not kText.
std::optional<TextValue> value_of(const TextForm& form, std::string_view text);

// "2010-11-23"
std::string to_date_text(std::int32_t days);

}  // namespace pagekin::table
