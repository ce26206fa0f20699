// Cells of CSV that a spreadsheet would take for a formula.
#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace pagekin::table {

inline bool begins_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
}

// "-12", "+0.5", "-1e9".
inline bool is_signed_number(std::string_view text) {
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return false;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// Whether a text begins like a formula and is not a number, or is such a text with apostrophes in
// front of it, so that one more can be taken away without doubt.
inline bool may_be_run(std::string_view text) {
  const std::size_t marks = std::min(text.find_first_not_of('\''), text.size());
  text.remove_prefix(marks);
  return begins_like_formula(text) && (marks != 0 || !is_signed_number(text));
}

// The text before it was made harmless.
inline std::string_view as_it_was(std::string_view cell) {
  return cell.starts_with('\'') && may_be_run(cell) ? cell.substr(1) : cell;
}

}  // namespace pagekin::table
