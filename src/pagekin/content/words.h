// The words of an attribute such as class: what white space of HTML divides.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace pagekin::content {

// Calls take(word) for each, in order.
template <class Take>
void for_each_word(std::string_view value, const Take& take) {
  constexpr std::string_view blanks = " \t\r\n\f";
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find_first_of(blanks, at), value.size());
    if (end > at) take(value.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace pagekin::content
