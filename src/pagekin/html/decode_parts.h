// What the decoders share: the output in UTF-8, the run of ASCII, the mappings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/html/encoding.h"

namespace pagekin::html {

constexpr char32_t kReplacementCharacter = 0xFFFD;

inline unsigned char byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

constexpr bool in_range(unsigned value, unsigned first, unsigned last) {
  return first <= value && value <= last;
}

// `code_point` is a scalar value.
inline void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

// The end of the run of ASCII bytes that starts at `at`.
inline std::size_t ascii_end(std::string_view bytes, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080'8080'8080'8080;
  std::array<std::uint64_t, 4> words;
  for (; bytes.size() - at >= sizeof words; at += sizeof words) {
    std::memcpy(words.data(), bytes.data() + at, sizeof words);
    if (((words[0] | words[1] | words[2] | words[3]) & high_bits) != 0) break;
  }
  for (; bytes.size() - at >= sizeof words[0]; at += sizeof words[0]) {
    std::memcpy(words.data(), bytes.data() + at, sizeof words[0]);
    if ((words[0] & high_bits) != 0) break;
  }
  while (at < bytes.size() && byte_at(bytes, at) < 0x80) ++at;
  return at;
}

// Copies the run of ASCII bytes that starts at `at`; returns where it ends.
inline std::size_t copy_ascii(std::string_view bytes, std::size_t at, std::string& out) {
  const std::size_t end = ascii_end(bytes, at);
  out.append(bytes, at, end - at);
  return end;
}

// Code points of two-byte sequences, lead byte 0x81 to 0xFE; 0 is none.
class PairIndex {
 public:
  PairIndex() : code_points_(lead_count * 256) {}

  char32_t at(unsigned char lead, unsigned char trail) const {
    return in_range(lead, first_lead, last_lead) ? code_points_[position(lead, trail)] : 0;
  }
  void set(unsigned char lead, unsigned char trail, char32_t code_point) {
    code_points_[position(lead, trail)] = code_point;
  }
  std::span<const char32_t> code_points() const { return code_points_; }

  static constexpr unsigned first_lead = 0x81, last_lead = 0xFE;

 private:
  static constexpr std::size_t lead_count = last_lead - first_lead + 1;
  static std::size_t position(unsigned char lead, unsigned char trail) {
    return (lead - first_lead) * std::size_t{256} + trail;
  }
  std::vector<char32_t> code_points_;
};

// The indexes of the Encoding standard. Each is made at its first use, in a few
// milliseconds, and then kept; any thread may ask.

// Encodings with an index for single bytes are consecutive in the list.
constexpr Encoding kFirstSingleByte = Encoding::kIbm866;
constexpr Encoding kLastSingleByte = Encoding::kXMacCyrillic;

// Code points of the bytes 0x80 to 0xFF; U+FFFD for those that mean nothing.
using SingleByteIndex = std::array<char16_t, 128>;
const SingleByteIndex& single_byte_index(Encoding encoding);

const PairIndex& big5_index();
const PairIndex& euc_kr_index();
const PairIndex& gb18030_index();
const PairIndex& shift_jis_index();
const PairIndex& jis0208_index();  // by the bytes of EUC-JP
const PairIndex& jis0212_index();  // by the bytes of EUC-JP after 0x8F

// Code points of the four-byte sequences of gb18030 below U+10000, in their order.
std::span<const char16_t> gb18030_four_byte_index();

// The multi-byte decoders, without byte order marks.
std::string decode_big5(std::string_view bytes);
std::string decode_euc_jp(std::string_view bytes);
std::string decode_euc_kr(std::string_view bytes);
std::string decode_gb18030(std::string_view bytes);
std::string decode_iso_2022_jp(std::string_view bytes);
std::string decode_shift_jis(std::string_view bytes);

}  // namespace pagekin::html
