// A short text in the form that marks use: character references decoded, white space
// collapsed as in collapsed_text.h, every run of ASCII digits replaced by one '0'.
//
// Cost: linear in the text up to its limit; eight bytes at a time while nothing has to be
// replaced.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "pagekin/features/digits.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"

namespace pagekin::features {

class ShortText {
 public:
  static constexpr std::size_t max_size = 40;  // bytes, white space collapsed, with all digits

  void clear() {
    size_ = 1;
    digits_dropped_ = 0;
  }

  // Appends more of the text. White space and digits across the boundary are joined, too.
  // Returns false if the text becomes too long; nothing more may be appended then.
  // `readable`: the number of bytes from the start of the piece that may be read.
  bool append(std::string_view piece, std::size_t readable, bool has_references) {
    const char* in = piece.data();
    const char* const end = in + piece.size();
    const char* const readable_end = in + readable;
    char* out = bytes_.data() + size_;
    while (in != end) {
      if (readable_end - in >= 8) {
        std::uint64_t word;
        std::memcpy(&word, in, sizeof word);
        std::memcpy(out, &word, sizeof word);
        const std::ptrdiff_t plain = std::min<std::ptrdiff_t>(plain_bytes(word, out[-1]), end - in);
        in += plain;
        out += plain;
        if (is_too_long(out)) return false;
        if (plain == 8 || in == end) continue;
      }
      if (*in == '&' && has_references) {
        size_ = static_cast<std::size_t>(out - bytes_.data());
        const std::string_view rest(in, static_cast<std::size_t>(end - in));
        const std::string_view decoded = html::decode_references(rest, false, decoded_);
        return append(decoded, decoded.size(), false);
      }
      take_one(in, end, out);
      if (is_too_long(out)) return false;
    }
    size_ = static_cast<std::size_t>(out - bytes_.data());
    return true;
  }

  // Valid until the next change; empty for a blank text.
  std::string_view view() const {
    const std::string_view text(bytes_.data() + 1, size_ - 1);
    return text.ends_with(' ') ? text.substr(0, text.size() - 1) : text;
  }

 private:
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

  // Returns how many of the eight bytes stay as they are, given the byte before them: those
  // before a digit, an '&', a control character or a space that follows another.
  static int plain_bytes(std::uint64_t word, char before) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101;
    constexpr std::uint64_t high_bits = 0x80 * ones;
    // Sets the high bit of each byte whose exclusive or with the ASCII byte `base` is less
    // than `bound`.
    const auto near = [&](unsigned base, unsigned bound) {
      const std::uint64_t apart = word ^ (base * ones);
      return ~(((apart & ~high_bits) + (0x80 - bound) * ones) | word) & high_bits;
    };
    const std::uint64_t space = near(' ', 1);
    const std::uint64_t second_space = space & (space << 8 | (before == ' ' ? 0x80U : 0U));
    return std::countr_zero(near(0, 0x20) | second_space | near('0', 10) | near('&', 1)) / 8;
  }

  void take_one(const char*& in, const char* end, char*& out) {
    const char c = *in++;
    if (is_white_space(c)) {
      while (in != end && is_white_space(*in)) ++in;
      if (out[-1] != ' ') *out++ = ' ';
    } else if (is_digit(c)) {
      if (out[-1] == '0') {
        ++digits_dropped_;
      } else {
        *out++ = '0';
      }
    } else {
      *out++ = c;
    }
  }

  bool is_too_long(const char* out) const {
    const auto size = static_cast<std::size_t>(out - bytes_.data()) - 1;
    return size + digits_dropped_ > max_size + (out[-1] == ' ' ? 1 : 0);
  }

  // The text after a space, which absorbs leading white space; room for a space at the end,
  // which may absorb more, and for eight bytes of overrun.
  std::array<char, 1 + max_size + 1 + 8> bytes_{' '};
  std::size_t size_ = 1;
  std::size_t digits_dropped_ = 0;
  std::string decoded_;
};

}  // namespace pagekin::features
