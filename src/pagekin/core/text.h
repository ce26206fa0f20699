// Text on its way out of the program and back, and the letters and blanks of ASCII. Page
// ids and names of templates come from strangers, so each function that writes them makes
// any bytes safe for one place.
//
// Cost: linear in the text, one allocation at most.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace pagekin {

// The bytes as UTF-8, each maximal ill-formed part replaced by one U+FFFD, as the
// Encoding Standard decodes it. Valid text comes back unchanged.
std::string to_valid_utf8(std::string_view bytes);

// A cell of a TSV file: tab, newline, carriage return and backslash become
// \t \n \r \\, ill-formed UTF-8 becomes U+FFFD.
std::string escape_tsv(std::string_view text);

// The inverse. A backslash that begins none of the four stands for itself.
std::string unescape_tsv(std::string_view cell);

// A cell of a CSV file (RFC 4180): in quotes when it holds a comma, a quote or a
// line break; ill-formed UTF-8 becomes U+FFFD. A text that a spreadsheet would
// take for a formula is not changed.
std::string quote_csv(std::string_view text);

// A JSON string with its quotes; ill-formed UTF-8 becomes U+FFFD.
std::string quote_json(std::string_view text);

// Text for HTML or XML: each of the characters `escaped` becomes its entity (&amp;). It stays as
// it is otherwise.
void append_markup(std::string_view text, std::string& out, std::string_view escaped = "&<>\"");

// For messages and tables that people read on a terminal: valid UTF-8 in which the
// bytes of control characters and of those that turn the direction of writing are
// written \xNN, so that no text can steer the terminal or hide what it says.
std::string printable(std::string_view text);

// Whether the byte is inside a character of UTF-8, not at its begin.
constexpr bool is_inside_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The begin of a UTF-8 text: whole characters, of `most` bytes at most.
std::string_view clipped(std::string_view text, std::size_t most);

// The same, with "..." behind it if something is left out.
std::string shortened(std::string_view text, std::size_t most);

// A number with a fixed number of decimals, and never "-0.000000".
std::string decimal(double value, int decimals = 6);

// 1234567 -> "1,234,567"
std::string with_commas(std::uint64_t number);

// The functions below know the case of ASCII letters only; other bytes stay as they are.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

std::string lower_case(std::string_view text);

constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}
constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && equals_ignoring_case(text.substr(0, start.size()), start);
}
constexpr bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         equals_ignoring_case(text.substr(text.size() - end.size()), end);
}

// The text without those of the characters `blanks` that stand at its ends.
std::string_view trim(std::string_view text, std::string_view blanks = " \t\r");

}  // namespace pagekin
