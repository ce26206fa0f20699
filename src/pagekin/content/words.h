// The words of an attribute such as class: what white space of HTML divides.
#pragma once

#include <cstddef>
#include <string_view>

namespace pagekin::content {

// Calls take(word) for each, in order.
template <class Take>
void for_each_word(std::string_view value, const Take& take) {
  constexpr auto is_blank = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
  };
  for (std::size_t at = 0; at < value.size();) {
    std::size_t end = at;
    while (end < value.size() && !is_blank(value[end])) ++end;
    if (end > at) take(value.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace pagekin::content
