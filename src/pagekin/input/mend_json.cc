#include "pagekin/input/mend_json.h"

#include <algorithm>
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

}  // namespace

void mend_json_text(std::string_view text, std::string& out) {
  const std::string valid = to_valid_utf8(text);
  std::string_view rest = valid;
  out.clear();
  for (;;) {
    const std::size_t backslash = std::min(rest.find('\\'), rest.size());
    out += rest.substr(0, backslash);
    rest.remove_prefix(backslash);
    if (rest.empty()) return;
    std::size_t escape = std::min<std::size_t>(2, rest.size());
    const std::optional<unsigned> unit = escaped_unit(rest);
    if (unit) escape = kEscapeBytes;
    if (is_high_surrogate(unit) && is_low_surrogate(escaped_unit(rest.substr(kEscapeBytes)))) {
      escape = 2 * kEscapeBytes;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      out += "\\ufffd";
      rest.remove_prefix(escape);
      continue;
    }
    out += rest.substr(0, escape);
    rest.remove_prefix(escape);
  }
}

}  // namespace pagekin::input
