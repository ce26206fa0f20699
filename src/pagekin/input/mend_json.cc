#include "pagekin/input/mend_json.h"

#include <charconv>
#include <optional>

#include "pagekin/core/text.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kEscapeBytes = 6;  // of \u and four digits

// The number of an escape like \u00e9 at the start of `text`.
std::optional<unsigned> escaped_unit(std::string_view text) {
  if (text.size() < kEscapeBytes || !text.starts_with("\\u")) return std::nullopt;
  unsigned unit = 0;
  const char* const end = text.data() + kEscapeBytes;
  const auto [stop, error] = std::from_chars(text.data() + 2, end, unit, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return unit;
}

bool is_high_surrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xd800 && *unit < 0xdc00;
}
bool is_low_surrogate(std::optional<unsigned> unit) {
  return unit && *unit >= 0xdc00 && *unit < 0xe000;
}

// A backslash at the start of `rest`, and what it escapes. Returns how many bytes were taken.
std::size_t mend_escape(std::string_view rest, std::string& out) {
  const std::optional<unsigned> unit = escaped_unit(rest);
  if (is_high_surrogate(unit) && is_low_surrogate(escaped_unit(rest.substr(kEscapeBytes)))) {
    out += rest.substr(0, 2 * kEscapeBytes);
    return 2 * kEscapeBytes;
  }
  if (unit) {
    out += is_high_surrogate(unit) || is_low_surrogate(unit) ? std::string_view("\\ufffd")
                                                             : rest.substr(0, kEscapeBytes);
    return kEscapeBytes;
  }
  constexpr std::string_view escaped = "\"\\/bfnrt";
  if (rest.size() > 1 && escaped.find(rest[1]) != std::string_view::npos) {
    out += rest.substr(0, 2);
    return 2;
  }
  out += "\\\\";
  return 1;
}

bool is_usual_value(std::string_view word) {
  constexpr std::size_t most_digits = 18;  // that every whole number of 64 bits may have
  if (word == "true" || word == "false" || word == "null") return true;
  if (word.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  const bool is_whole = word.find_first_of(".eE") == std::string_view::npos;
  return error == std::errc() && stop == end && (!is_whole || word.size() <= most_digits);
}

}  // namespace

void mend_json_text(std::string_view text, std::string& out) {
  constexpr std::string_view between = "{}[]:, \t\r\n\"";
  const std::string valid = to_valid_utf8(text);
  out.clear();
  bool is_in_text = false;
  for (std::string_view rest = valid; !rest.empty();) {
    const char c = rest.front();
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    std::size_t taken = 1;
    if (c == '"') {
      is_in_text = !is_in_text;
      out += c;
    } else if (is_in_text && c == '\\') {
      taken = mend_escape(rest, out);
    } else if (is_in_text && is_control) {
      constexpr std::string_view digits = "0123456789abcdef";
      out += "\\u00";
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    } else if (is_in_text || between.find(c) != std::string_view::npos) {
      out += c;
    } else if (is_control) {
      out += ' ';
    } else {
      taken = 0;
      while (taken < rest.size() && between.find(rest[taken]) == std::string_view::npos &&
             static_cast<unsigned char>(rest[taken]) >= 0x20) {
        ++taken;
      }
      const std::string_view word = rest.substr(0, taken);
      out += is_usual_value(word) ? word : std::string_view("null");
    }
    rest.remove_prefix(taken);
  }
}

}  // namespace pagekin::input
