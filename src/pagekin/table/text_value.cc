#include "pagekin/table/text_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <vector>

#include "pagekin/core/text.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kMaxTypedBytes = 80;
constexpr std::size_t kMaxUnitBytes = 12;
constexpr std::size_t kMaxDigits = 15;  // that a double keeps

using DayOrder = std::optional<bool>;  // whether the day comes first; nothing: it may be either

// The mark that begins the decimals of a number, as far as its digits and marks show.
struct ShownMark {
  char mark = 0;         // 0: not shown
  char may_be_both = 0;  // the only mark, if it may separate groups or begin decimals; else 0
};

ShownMark shown_mark(std::string_view text) {
  constexpr auto none = std::string_view::npos;
  const std::size_t at = text.find_last_of(".,");
  if (at == none) return {};
  const char last = text[at];
  const char other = last == '.' ? ',' : '.';
  if (text.find(other) != none) return {.mark = last};
  const std::size_t before = text.find(last);
  if (before != at) return {.mark = other};  // "1.250.000": a number has decimals once
  constexpr std::size_t group = 3;
  const bool is_group = text.size() - at - 1 == group && before > 0 && before <= group;
  if (is_group && text.front() != '0') return {.may_be_both = last};
  return {.mark = last};
}

struct ParsedNumber {
  double number = 0;
  std::string unit;
  ShownMark shown;
};

// Digits with their separators as one that std::from_chars reads; empty: it is not a number with
// this mark.
std::string plain_number(std::string_view text, char mark) {
  const char group = mark == '.' ? ',' : '.';
  std::string plain;
  std::size_t digits_of_group = 0;
  bool has_groups = false;
  bool in_decimals = false;
  for (const char c : text) {
    if (is_digit(c)) {
      plain += c;
      ++digits_of_group;
    } else if (c == mark && !in_decimals) {
      if (has_groups && digits_of_group != 3) return {};
      plain += '.';
      in_decimals = true;
    } else if ((c == group || c == ' ') && !in_decimals) {
      const bool is_group = has_groups ? digits_of_group == 3 : digits_of_group <= 3;
      if (!is_group || digits_of_group == 0) return {};
      has_groups = true;
      digits_of_group = 0;
    } else {
      return {};
    }
  }
  if (!in_decimals && has_groups && digits_of_group != 3) return {};
  const auto digits = static_cast<std::size_t>(std::ranges::count_if(plain, is_digit));
  const bool is_code = plain.size() > 1 && plain[0] == '0' && plain[1] != '.';
  if (digits == 0 || digits > kMaxDigits || is_code || plain.back() == '.') return {};
  return plain;
}

// `mark`: what begins decimals, if the number does not show it; 0: a comma separates groups, and a
// point may not be read.
std::optional<ParsedNumber> parsed_number(std::string_view text, char mark) {
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return std::nullopt;
  // "SKU12" is a code.
  if (first > 0 && to_lower(text[first - 1]) >= 'a' && to_lower(text[first - 1]) <= 'z') {
    return std::nullopt;
  }
  const std::size_t last = text.find_last_of("0123456789");
  const std::string_view digits = text.substr(first, last + 1 - first);
  const ShownMark shown = shown_mark(digits);
  if (mark == 0 && shown.may_be_both == '.') return std::nullopt;
  if (shown.mark != 0) mark = shown.mark;
  const std::string plain = plain_number(digits, mark == 0 ? '.' : mark);
  if (plain.empty()) return std::nullopt;
  ParsedNumber parsed{.unit = {}, .shown = shown};
  std::from_chars(plain.data(), plain.data() + plain.size(), parsed.number);
  std::string_view before = trim(text.substr(0, first), " ");
  const std::string_view after = trim(text.substr(last + 1), " ");
  constexpr std::string_view minus = "\xE2\x88\x92";
  if (before.ends_with('-') || before.ends_with(minus)) {
    parsed.number = -parsed.number;
    before.remove_suffix(before.ends_with('-') ? 1 : minus.size());
    before = trim(before, " ");
  } else if (before.starts_with('-')) {  // "-$5"
    parsed.number = -parsed.number;
    before = trim(before.substr(1), " ");
  }
  if (before.size() > kMaxUnitBytes || after.size() > kMaxUnitBytes) return std::nullopt;
  parsed.unit = lower_case(before) + "#" + lower_case(after);
  if (parsed.unit.ends_with('s') && parsed.unit.size() > 3) parsed.unit.pop_back();  // "1 bed"
  return parsed;
}

constexpr std::array<std::string_view, 12> kMonthNames{
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

// From 1; 0: it is not the name of a month.
unsigned month_of(std::string_view word) {
  const std::string lower = lower_case(word);
  if (lower == "sept") return 9;
  for (unsigned month = 0; month < kMonthNames.size(); ++month) {
    if (lower == kMonthNames[month] || lower == kMonthNames[month].substr(0, 3)) return month + 1;
  }
  return 0;
}

std::optional<std::int32_t> days_of(unsigned year, unsigned month, unsigned day) {
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                            std::chrono::day(day)};
  if (year < 1000 || year > 2999 || !date.ok()) return std::nullopt;
  return static_cast<std::int32_t>(sys_days(date).time_since_epoch().count());
}

struct DatePiece {
  unsigned number = 0;
  std::size_t digits = 0;
  unsigned month = 0;  // of a name
};

// The numbers and month names of a date; nothing if there is anything else in it.
std::vector<DatePiece> pieces_of(std::string_view text, bool& has_dashes) {
  std::vector<DatePiece> pieces;
  has_dashes = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (is_digit(text[at])) {
      while (end < text.size() && is_digit(text[end])) ++end;
      DatePiece piece{.digits = end - at};
      if (piece.digits > 4) return {};
      std::from_chars(text.data() + at, text.data() + end, piece.number);
      pieces.push_back(piece);
      for (const std::string_view ending : {"st", "nd", "rd", "th"}) {
        if (starts_with_ignoring_case(text.substr(end), ending)) {
          end += ending.size();
          break;
        }
      }
    } else if (to_lower(text[at]) >= 'a' && to_lower(text[at]) <= 'z') {
      while (end < text.size() && to_lower(text[end]) >= 'a' && to_lower(text[end]) <= 'z') ++end;
      const unsigned month = month_of(text.substr(at, end - at));
      if (month == 0) return {};
      pieces.push_back({.month = month});
    } else {
      if (std::string_view(" -/.,").find(text[at]) == std::string_view::npos) return {};
      has_dashes = has_dashes || text[at] == '-' || text[at] == '/' || text[at] == '.';
      ++end;
    }
    at = end;
  }
  return pieces;
}

// Without what follows the day: "2010-11-23T10:00:00Z", "2010-11-23 10:00".
std::string_view without_time(std::string_view text) {
  constexpr std::size_t day_bytes = 10;
  if (text.size() <= day_bytes || text[4] != '-' || text[7] != '-') return text;
  const std::string_view time = text.substr(day_bytes + 1);
  const bool is_time = (text[day_bytes] == 'T' || text[day_bytes] == ' ') && !time.empty() &&
                       is_digit(time.front()) && time.find(':') != std::string_view::npos &&
                       time.find_first_not_of("0123456789:.+-Z") == std::string_view::npos;
  return is_time ? text.substr(0, day_bytes) : text;
}

// Sets `needed`: the order of day and month, where the date shows it.
std::optional<std::int32_t> date_in(std::string_view text, DayOrder order, DayOrder& needed) {
  needed.reset();
  bool has_dashes = false;
  const std::vector<DatePiece> pieces = pieces_of(without_time(text), has_dashes);
  if (pieces.size() != 3) return std::nullopt;
  const DatePiece& a = pieces[0];
  const DatePiece& b = pieces[1];
  const DatePiece& c = pieces[2];
  if (a.month != 0 && b.month == 0 && c.digits == 4) return days_of(c.number, a.month, b.number);
  if (b.month != 0 && a.month == 0 && c.digits == 4) return days_of(c.number, b.month, a.number);
  if (a.month != 0 || b.month != 0 || c.month != 0 || !has_dashes) return std::nullopt;
  if (a.digits == 4) return days_of(a.number, b.number, c.number);
  if (c.digits != 4 || a.digits > 2 || b.digits > 2) return std::nullopt;
  if (a.number > 12) needed = true;
  if (b.number > 12) needed = false;
  if (a.number > 12 && b.number > 12) return std::nullopt;
  const bool day_first = needed.value_or(order.value_or(true));
  return days_of(c.number, day_first ? b.number : a.number, day_first ? a.number : b.number);
}

// Whether the order of day and month decides about the date.
bool depends_on_order(std::string_view text) {
  DayOrder needed;
  return date_in(text, true, needed) != date_in(text, false, needed);
}

std::optional<bool> truth_in(std::string_view text) {
  for (const std::string_view word : {"true", "yes"}) {
    if (equals_ignoring_case(text, word)) return true;
  }
  for (const std::string_view word : {"false", "no"}) {
    if (equals_ignoring_case(text, word)) return false;
  }
  return std::nullopt;
}

bool are_truths(std::span<const std::string> examples) {
  return std::ranges::all_of(examples,
                             [](const std::string& text) { return truth_in(text).has_value(); });
}

// The form of dates; kText: they are none, or it is not clear what is the day.
TextForm form_of_dates(std::span<const std::string> examples) {
  DayOrder order;
  bool is_open = false;
  for (const std::string& text : examples) {
    DayOrder needed;
    if (text.size() > kMaxTypedBytes || !date_in(text, order, needed)) return {};
    if (needed && order && *needed != *order) return {};
    if (needed) order = needed;
    is_open = is_open || depends_on_order(text);
  }
  if (is_open && !order) return {};
  return {.kind = TextForm::Kind::kDate, .unit = {}, .day_first = order.value_or(false)};
}

TextForm form_of_numbers(std::span<const std::string> examples) {
  TextForm form{.kind = TextForm::Kind::kNumber, .unit = {}};
  bool may_be_point = false;
  bool may_be_comma = false;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples[i].size() > kMaxTypedBytes) return {};
    std::optional<ParsedNumber> parsed = parsed_number(examples[i], '.');
    if (!parsed || (i > 0 && parsed->unit != form.unit)) return {};
    form.unit = std::move(parsed->unit);
    const char shown = parsed->shown.mark;
    if (shown != 0 && form.decimal_mark != 0 && shown != form.decimal_mark) return {};
    if (shown != 0) form.decimal_mark = shown;
    may_be_point = may_be_point || parsed->shown.may_be_both == '.';
    may_be_comma = may_be_comma || parsed->shown.may_be_both == ',';
  }
  if (form.decimal_mark == 0 && may_be_point) return {};
  if (form.decimal_mark == 0 && may_be_comma) form.decimal_mark = '.';
  return form;
}

}  // namespace

TextForm form_of(std::span<const std::string> examples) {
  if (examples.empty()) return {};
  if (are_truths(examples)) return {.kind = TextForm::Kind::kBoolean, .unit = {}};
  if (TextForm dates = form_of_dates(examples); dates.kind != TextForm::Kind::kText) return dates;
  return form_of_numbers(examples);
}

std::optional<TextValue> value_of(const TextForm& form, std::string_view text) {
  if (text.size() > kMaxTypedBytes) return std::nullopt;
  TextValue value;
  switch (form.kind) {
    case TextForm::Kind::kText:
      return std::nullopt;
    case TextForm::Kind::kNumber: {
      const std::optional<ParsedNumber> parsed = parsed_number(text, form.decimal_mark);
      if (!parsed || parsed->unit != form.unit) return std::nullopt;
      const char shown = parsed->shown.mark;
      if (shown != 0 && form.decimal_mark != 0 && shown != form.decimal_mark) return std::nullopt;
      value.number = parsed->number;
      return value;
    }
    case TextForm::Kind::kDate: {
      DayOrder needed;
      const std::optional<std::int32_t> days = date_in(text, form.day_first, needed);
      if (!days || (needed && *needed != form.day_first)) return std::nullopt;
      value.days = *days;
      return value;
    }
    case TextForm::Kind::kBoolean: {
      const std::optional<bool> truth = truth_in(text);
      if (!truth) return std::nullopt;
      value.is_true = *truth;
      return value;
    }
  }
  return std::nullopt;
}

std::string to_date_text(std::int32_t days) {
  using namespace std::chrono;
  const year_month_day date{sys_days(std::chrono::days(days))};
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

}  // namespace pagekin::table
