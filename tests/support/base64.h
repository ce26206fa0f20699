// Base64 for tests, the slow and obvious way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::test {

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bits;
  for (const char c : bytes) {
    for (int bit = 7; bit >= 0; --bit)
      bits += ((static_cast<unsigned char>(c) >> bit) & 1) != 0 ? '1' : '0';
  }
  while (bits.size() % 6 != 0) bits += '0';
  std::string text;
  for (std::size_t i = 0; i < bits.size(); i += 6) {
    text += alphabet[std::stoul(bits.substr(i, 6), nullptr, 2)];
  }
  while (text.size() % 4 != 0) text += '=';
  return text;
}

}  // namespace pagekin::test
