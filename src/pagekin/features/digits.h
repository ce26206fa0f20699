// Numbers in names: every run of ASCII digits as one '0'.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pagekin::features {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "post-123" as "post-0". Returns the text itself where it has no digit, else a view of
// `buffer`, whose former contents are lost; the text must not lie in there.
inline std::string_view generalise_digits(std::string_view text, std::string& buffer) {
  auto at = std::ranges::find_if(text, is_digit);
  if (at == text.end()) return text;
  buffer.assign(text.begin(), at);
  while (at != text.end()) {
    buffer += is_digit(*at) ? '0' : *at;
    const bool was_digit = is_digit(*at++);
    while (was_digit && at != text.end() && is_digit(*at)) ++at;
  }
  return buffer;
}

}  // namespace pagekin::features
