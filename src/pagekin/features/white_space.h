// ASCII white space as the HTML standard has it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace pagekin::features {

constexpr std::array<bool, 256> kWhiteSpace = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

constexpr bool is_white_space(char c) { return kWhiteSpace[static_cast<unsigned char>(c)]; }

// Calls visit(word) for each part of a text between white space.
template <class Visit>
void for_each_word(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_white_space(text[at])) ++at;
    if (at == text.size()) return;
    const std::size_t begin = at;
    while (at < text.size() && !is_white_space(text[at])) ++at;
    visit(text.substr(begin, at - begin));
  }
}

}  // namespace pagekin::features
