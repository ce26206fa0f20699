// Numbers in names: every run of ASCII digits as one '0'.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"

namespace pagekin::features {

// Turns "post-123" into "post-0". Returns the text itself if it has no digit, otherwise a
// view of `buffer`, which is overwritten; the text must not be part of it.
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
