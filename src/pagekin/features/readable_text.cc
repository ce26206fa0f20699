#include "pagekin/features/readable_text.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace pagekin::features {
namespace {

// Code points U+0080 to U+009F as windows-1252 has them, in UTF-8; empty: not used there.
constexpr std::string_view kWindows1252[32] = {"\xE2\x82\xAC",
                                               "",
                                               "\xE2\x80\x9A",
                                               "\xC6\x92",
                                               "\xE2\x80\x9E",
                                               "\xE2\x80\xA6",
                                               "\xE2\x80\xA0",
                                               "\xE2\x80\xA1",
                                               "\xCB\x86",
                                               "\xE2\x80\xB0",
                                               "\xC5\xA0",
                                               "\xE2\x80\xB9",
                                               "\xC5\x92",
                                               "",
                                               "\xC5\xBD",
                                               "",
                                               "",
                                               "\xE2\x80\x98",
                                               "\xE2\x80\x99",
                                               "\xE2\x80\x9C",
                                               "\xE2\x80\x9D",
                                               "\xE2\x80\xA2",
                                               "\xE2\x80\x93",
                                               "\xE2\x80\x94",
                                               "\xCB\x9C",
                                               "\xE2\x84\xA2",
                                               "\xC5\xA1",
                                               "\xE2\x80\xBA",
                                               "\xC5\x93",
                                               "",
                                               "\xC5\xBE",
                                               "\xC5\xB8"};

constexpr unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// The size of the white space that begins here beyond ASCII; 0: there is none.
std::size_t wide_blank(std::string_view text, std::size_t at) {
  const unsigned char a = byte_at(text, at);
  const unsigned char b = byte_at(text, at + 1);
  const unsigned char c = byte_at(text, at + 2);
  if (a == 0xC2) return b == 0xA0 || b == 0x85 ? 2 : 0;
  if (a == 0xE1) return b == 0x9A && c == 0x80 ? 3 : 0;
  if (a == 0xE3) return b == 0x80 && c == 0x80 ? 3 : 0;
  if (a == 0xEF) return b == 0xBB && c == 0xBF ? 3 : 0;
  if (a != 0xE2) return 0;
  if (b == 0x81) return c == 0x9F ? 3 : 0;
  const bool is_blank = (c >= 0x80 && c <= 0x8B) || c == 0xA8 || c == 0xA9 || c == 0xAF;
  return b == 0x80 && is_blank ? 3 : 0;
}

// ASCII characters that count as white space.
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0' || (c >= '\x1C' && c <= '\x1F');
}

static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

// Returns how many of the eight bytes stay as they are: those before a byte that is not ASCII, a
// control character, or a space that follows another. `after_space`: the byte before them is one.
int plain_bytes(std::uint64_t word, bool after_space) {
  constexpr std::uint64_t ones = 0x0101'0101'0101'0101;
  constexpr std::uint64_t high_bits = 0x80 * ones;
  const std::uint64_t low = word & ~high_bits;
  const std::uint64_t controls = ~(low + 0x60 * ones) & high_bits;  // below 0x20
  const std::uint64_t spaces = ~((low ^ (0x20 * ones)) + 0x7f * ones) & high_bits;
  const std::uint64_t second = spaces & (spaces << 8 | (after_space ? 0x80U : 0U));
  return std::countr_zero(controls | second | (word & high_bits)) / 8;
}

}  // namespace

void append_readable(std::string_view piece, std::size_t begin, bool& is_space, std::string& out) {
  constexpr std::size_t word_bytes = sizeof(std::uint64_t);
  constexpr std::size_t spare = word_bytes + 4;  // what a step may write beyond what it takes
  const std::size_t size = out.size();
  out.resize(size + piece.size() + spare);
  std::size_t to = size;
  if (is_space && to != begin) out[to++] = ' ';
  const auto after_space = [&] { return to == begin || out[to - 1] == ' '; };
  const auto add_space = [&] {
    if (!after_space()) out[to++] = ' ';
    if (to == begin) is_space = true;
  };
  for (std::size_t at = 0; at < piece.size();) {
    if (piece.size() - at >= word_bytes) {
      std::uint64_t word = 0;
      std::memcpy(&word, piece.data() + at, word_bytes);
      std::memcpy(out.data() + to, &word, word_bytes);
      const auto plain = static_cast<std::size_t>(plain_bytes(word, after_space()));
      at += plain;
      to += plain;
      if (plain == word_bytes) continue;
    }
    const char c = piece[at];
    if (is_blank(c)) {
      add_space();
      do ++at;
      while (at < piece.size() && is_blank(piece[at]));
    } else if (static_cast<unsigned char>(c) < 0x80) {
      out[to++] = c;
      ++at;
    } else if (byte_at(piece, at) == 0xC2 && byte_at(piece, at + 1) >= 0x80 &&
               byte_at(piece, at + 1) < 0xA0) {
      const std::string_view meant = kWindows1252[byte_at(piece, at + 1) - 0x80];
      if (meant.empty()) add_space();
      at += 2;
      out.resize(std::max(out.size(), to + meant.size() + piece.size() - at + spare));
      std::memcpy(out.data() + to, meant.data(), meant.size());
      to += meant.size();
    } else if (const std::size_t blank = wide_blank(piece, at); blank > 0) {
      add_space();
      at += blank;
    } else {
      // Whole characters beyond ASCII, most of them of scripts with no spaces in them.
      do out[to++] = piece[at++];
      while (at < piece.size() && (byte_at(piece, at) & 0xC0) == 0x80);
    }
  }
  if (to != begin) {
    is_space = out[to - 1] == ' ';
    if (is_space) --to;
  }
  out.resize(to);
}

std::string readable_text(std::string_view text) {
  std::string out;
  bool is_space = false;
  append_readable(text, 0, is_space, out);
  return out;
}

}  // namespace pagekin::features
