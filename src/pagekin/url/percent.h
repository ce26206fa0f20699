// Percent-encoding: which bytes a part of a URL may not hold as they are, %XX and back.
//
// Source: URL Standard (whatwg.org), "Percent-encoded bytes".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"

namespace pagekin::url {

// A set of bytes, as a bit. Every encode set holds the bytes that are not ASCII.
enum ByteSet : std::uint8_t {
  kC0ControlSet = 1,
  kFragmentSet = 2,
  kQuerySet = 4,
  kSpecialQuerySet = 8,
  kPathSet = 16,
  kUserinfoSet = 32,
  kForbiddenInHost = 64,
  kForbiddenInDomain = 128,
};

inline constexpr auto kByteSets = [] {
  std::array<std::uint8_t, 256> sets{};
  const auto add = [&sets](std::string_view bytes, int members) {
    for (const char c : bytes) {
      auto& set = sets[static_cast<unsigned char>(c)];
      set = static_cast<std::uint8_t>(set | members);
    }
  };
  constexpr int all_encode_sets = 63;
  for (std::size_t byte = 0; byte < sets.size(); ++byte) {
    if (byte < 0x20 || byte > 0x7E) sets[byte] = all_encode_sets;
    if (byte < 0x20 || byte == 0x7F) sets[byte] |= kForbiddenInDomain;
  }
  constexpr int path_and_more = kPathSet | kUserinfoSet;
  constexpr int query_and_more = kQuerySet | kSpecialQuerySet | path_and_more;
  add(" \"<>", kFragmentSet | query_and_more);
  add("`", kFragmentSet | path_and_more);
  add("#", query_and_more);
  add("'", kSpecialQuerySet);
  add("?^{}", path_and_more);
  add("/:;=@[\\]|", kUserinfoSet);
  add(std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17), kForbiddenInHost | kForbiddenInDomain);
  add("%", kForbiddenInDomain);
  return sets;
}();

constexpr bool is_in(ByteSet set, char c) {
  return (kByteSets[static_cast<unsigned char>(c)] & set) != 0;
}

constexpr bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// 0 to 15; -1 for any other character.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The byte of the %XX that begins at `at`; -1 if none begins there.
constexpr int encoded_byte(std::string_view text, std::size_t at) {
  if (text.size() - at < 3 || text[at] != '%') return -1;
  const int high = hex_value(text[at + 1]);
  const int low = hex_value(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

inline void append_encoded(char byte, std::string& out) {
  constexpr char digits[] = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  out += '%';
  out += digits[value >> 4];
  out += digits[value & 15];
}

inline void append_encoded(std::string_view text, ByteSet set, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_in(set, text[i])) continue;
    out += text.substr(copied, i - copied);
    append_encoded(text[i], out);
    copied = i + 1;
  }
  out += text.substr(copied);
}

inline std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = encoded_byte(text, i);
    out += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

}  // namespace pagekin::url
