// ASCII white space as the HTML standard has it.
#pragma once

#include <array>

namespace pagekin::features {

constexpr std::array<bool, 256> kWhiteSpace = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

constexpr bool is_white_space(char c) { return kWhiteSpace[static_cast<unsigned char>(c)]; }

}  // namespace pagekin::features
