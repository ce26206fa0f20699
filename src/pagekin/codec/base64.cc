#include "pagekin/codec/base64.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pagekin::codec {
namespace {

constexpr std::uint8_t kBad = 255;
constexpr std::uint8_t kBlank = 254;
constexpr std::uint8_t kPadding = 253;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kBad);
  for (std::size_t i = 0; i < 26; ++i) {
    values['A' + i] = static_cast<std::uint8_t>(i);
    values['a' + i] = static_cast<std::uint8_t>(26 + i);
  }
  for (std::size_t i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(52 + i);
  values['+'] = values['-'] = 62;
  values['/'] = values['_'] = 63;
  for (const char blank : {' ', '\t', '\r', '\n'}) {
    values[static_cast<unsigned char>(blank)] = kBlank;
  }
  values['='] = kPadding;
  return values;
}();

}  // namespace

bool decode_base64(std::string_view text, std::string& out) {
  out.clear();
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  unsigned count = 0;  // characters of the group so far
  unsigned padding = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kBlank) continue;
    if (value == kPadding) {
      ++padding;
      continue;
    }
    if (value == kBad || padding != 0) return false;
    bits = (bits << 6) | value;
    if (++count < 4) continue;
    out += static_cast<char>(bits >> 16);
    out += static_cast<char>(bits >> 8);
    out += static_cast<char>(bits);
    bits = 0;
    count = 0;
  }
  if (count == 1 || padding > 2) return false;
  if (padding != 0 && (count + padding) % 4 != 0) return false;
  if (count >= 2) out += static_cast<char>(bits >> (count == 2 ? 4 : 10));
  if (count == 3) out += static_cast<char>(bits >> 2);
  return true;
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= count ? digits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

}  // namespace pagekin::codec
