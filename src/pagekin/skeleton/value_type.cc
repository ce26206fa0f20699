#include "pagekin/skeleton/value_type.h"

#include <algorithm>
#include <array>
#include <string>

#include "pagekin/core/text.h"

namespace pagekin::skeleton {
namespace {

constexpr std::size_t kMaxBytes = 80;

constexpr bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

struct Counts {
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t others = 0;  // neither, nor spaces
};

Counts count(std::string_view text) {
  Counts counts;
  for (const char c : text) {
    if (is_digit(c)) {
      ++counts.digits;
    } else if (is_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
      ++counts.letters;
    } else if (c != ' ') {
      ++counts.others;
    }
  }
  return counts;
}

bool ends_as_picture(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  for (const std::string_view ending :
       {".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".avif", ".bmp", ".ico"}) {
    if (ends_with_ignoring_case(url, ending)) return true;
  }
  return false;
}

bool is_url(std::string_view text) {
  if (text.find(' ') != std::string_view::npos) return false;
  return starts_with_ignoring_case(text, "http://") ||
         starts_with_ignoring_case(text, "https://") || starts_with_ignoring_case(text, "www.") ||
         text.starts_with("//") || (text.size() > 1 && text.starts_with('/') && is_letter(text[1]));
}

bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != 0 && at != std::string_view::npos &&
         text.find('@', at + 1) == std::string_view::npos &&
         text.find(' ') == std::string_view::npos &&
         text.find('.', at + 2) != std::string_view::npos;
}

// Removes a number with its groups and decimals from the front; false if there is none.
bool take_number(std::string_view& text) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t first = at;
  std::size_t digits = 0;
  while (at < text.size()) {
    if (is_digit(text[at])) {
      ++digits;
      ++at;
    } else if ((text[at] == ',' || text[at] == '.') && at > first && at + 1 < text.size() &&
               is_digit(text[at + 1])) {
      ++at;
    } else {
      break;
    }
  }
  if (digits == 0) return false;
  text.remove_prefix(at);
  return true;
}

constexpr std::array<std::string_view, 14> kCurrencies{
    "$",   "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5", "\xe2\x82\xb9", "usd", "eur",
    "gbp", "jpy",          "cad",      "aud",      "chf",          "inr", "cny"};

bool take_currency(std::string_view& text) {
  for (const std::string_view currency : kCurrencies) {
    if (!starts_with_ignoring_case(text, currency)) continue;
    const std::string_view rest = text.substr(currency.size());
    if (is_letter(currency.front()) && !rest.empty() && is_letter(rest.front())) continue;
    text = trim(rest, " ");
    return true;
  }
  return false;
}

bool is_money(std::string_view text) {
  // "US $12", "C$ 12"
  if (starts_with_ignoring_case(text, "us ") || starts_with_ignoring_case(text, "us$")) {
    text.remove_prefix(2);
    text = trim(text, " ");
  }
  bool has_currency = take_currency(text);
  if (!take_number(text)) return false;
  text = trim(text, " ");
  has_currency = take_currency(text) || has_currency;
  // A range "$10 - $20", or a mark at the end: "$10*", "$61,200 |".
  if (has_currency && (text.starts_with('-') || text.starts_with("\xe2\x80\x93"))) {
    text = trim(text.substr(text.front() == '-' ? 1 : 3), " ");
    take_currency(text);
    if (!take_number(text)) return false;
    text = trim(text, " ");
    take_currency(text);
  }
  return has_currency && (text.empty() || text.find_first_not_of(" |*+") == std::string_view::npos);
}

constexpr std::array<std::string_view, 12> kMonths{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_month(std::string_view word) {
  if (word.size() < 3 || word.size() > 9) return false;
  const std::string start = lower_case(word.substr(0, 3));
  if (std::ranges::find(kMonths, start) == kMonths.end()) return false;
  static constexpr std::array<std::string_view, 12> whole{
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  const std::string lower = lower_case(word);
  return word.size() == 3 || lower == "sept" || std::ranges::find(whole, lower) != whole.end();
}

bool is_date(std::string_view text) {
  std::size_t numbers = 0;
  std::size_t months = 0;
  std::size_t year = 0;  // numbers of four digits
  std::size_t separators = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_digit(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (end - at > 4 || end - at == 3) return false;
      if (end - at == 4) {
        if (text[at] != '1' && text[at] != '2') return false;
        ++year;
      }
      ++numbers;
      at = end;
      for (const std::string_view ordinal : {"st", "nd", "rd", "th"}) {
        if (starts_with_ignoring_case(text.substr(at), ordinal)) {
          at += 2;
          break;
        }
      }
    } else if (is_letter(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_letter(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      if (is_month(word)) {
        ++months;
      } else if (!is_month(word) && !equals_ignoring_case(word, "t") &&
                 !equals_ignoring_case(word, "z") && !equals_ignoring_case(word, "am") &&
                 !equals_ignoring_case(word, "pm") && !equals_ignoring_case(word, "at") &&
                 !equals_ignoring_case(word, "of")) {
        static constexpr std::array<std::string_view, 7> days{"mon", "tue", "wed", "thu",
                                                              "fri", "sat", "sun"};
        const std::string start = lower_case(word.substr(0, 3));
        const bool is_day = std::ranges::find(days, start) != days.end() &&
                            (word.size() == 3 || ends_with_ignoring_case(word, "day"));
        if (!is_day) return false;
      }
      at = end;
    } else {
      const char c = text[at];
      if (c == '-' || c == '/' || c == '.') ++separators;
      if (std::string_view(" -/.,:+'").find(c) == std::string_view::npos) return false;
      ++at;
    }
  }
  if (months == 1) return numbers >= 1 && (year <= 1);
  return months == 0 && numbers >= 3 && separators >= 2 && (year == 1 || numbers == 3) &&
         numbers <= 9;
}

bool is_phone(std::string_view text) {
  std::size_t digits = 0;
  std::size_t separators = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      ++digits;
    } else if (std::string_view(" -().+/").find(c) != std::string_view::npos) {
      ++separators;
    } else {
      return false;
    }
  }
  return digits >= 9 && digits <= 15 && separators >= 2 && separators <= 8;
}

// A number, maybe with a sign before it or a short unit after it: "195 lbs", "45 %", "#20".
bool is_number(std::string_view text) {
  if (text.starts_with('#') || text.starts_with('~')) text.remove_prefix(1);
  if (!take_number(text)) return false;
  text = trim(text, " ");
  return text.size() <= 6 && std::ranges::none_of(text, [](char c) { return is_digit(c); }) &&
         count(text).others <= 2;
}

}  // namespace

std::string_view to_text(ValueType type) {
  static constexpr std::array<std::string_view, kValueTypeCount> names{
      "text", "number", "money", "date", "url", "image", "phone", "email"};
  return names[static_cast<std::size_t>(type)];
}

ValueType type_of(std::string_view text) {
  if (is_url(text)) return ends_as_picture(text) ? ValueType::kImage : ValueType::kUrl;
  if (text.size() > kMaxBytes) return ValueType::kText;
  if (is_email(text)) return ValueType::kEmail;
  const Counts counts = count(text);
  if (counts.digits == 0) return ValueType::kText;
  if (is_money(text)) return ValueType::kMoney;
  if (is_date(text)) return ValueType::kDate;
  if (is_phone(text)) return ValueType::kPhone;
  if (is_number(text)) return ValueType::kNumber;
  return ValueType::kText;
}

}  // namespace pagekin::skeleton
