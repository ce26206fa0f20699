// Decoding to UTF-8: the dispatch, and the decoders for UTF-8, UTF-16 and single bytes.
//
// In UTF-8 each maximal prefix of a well-formed sequence that is not completed becomes one
// U+FFFD, and so does each byte that cannot begin a sequence.
//
// Source: Encoding standard (whatwg.org), 6.1 (decode), 8.1 (UTF-8), 9 (single-byte
// encodings), 14 (replacement, UTF-16, x-user-defined).
// Cost: linear; runs of ASCII 32 bytes at a time; UTF-8 is copied in the
// longest runs without error. The text grows to at most three times the bytes.
#include "pagekin/html/decode.h"

#include <cstddef>

#include "pagekin/html/decode_parts.h"

namespace pagekin::html {
namespace {

using enum Encoding;

struct Sequence {
  std::size_t length;
  bool well_formed;
};

// The UTF-8 sequence, or the longest beginning of one, at a byte that is not ASCII.
Sequence utf8_sequence(std::string_view bytes, std::size_t at) {
  const unsigned char lead = byte_at(bytes, at);
  std::size_t needed = 0;
  unsigned lowest = 0x80, highest = 0xBF;  // of the second byte
  if (in_range(lead, 0xC2, 0xDF)) {
    needed = 2;
  } else if (in_range(lead, 0xE0, 0xEF)) {
    needed = 3;
    if (lead == 0xE0) lowest = 0xA0;   // else too long a form
    if (lead == 0xED) highest = 0x9F;  // else a surrogate
  } else if (in_range(lead, 0xF0, 0xF4)) {
    needed = 4;
    if (lead == 0xF0) lowest = 0x90;
    if (lead == 0xF4) highest = 0x8F;  // else beyond U+10FFFF
  } else {
    return {1, false};
  }
  for (std::size_t length = 1; length < needed; ++length) {
    if (at + length == bytes.size() || !in_range(byte_at(bytes, at + length), lowest, highest)) {
      return {length, false};
    }
    lowest = 0x80;
    highest = 0xBF;
  }
  return {needed, true};
}

// The position of the first byte that is not part of well-formed UTF-8; the size if there is
// none.
std::size_t utf8_end(std::string_view bytes, std::size_t at) {
  for (at = ascii_end(bytes, at); at < bytes.size(); at = ascii_end(bytes, at)) {
    const Sequence sequence = utf8_sequence(bytes, at);
    if (!sequence.well_formed) return at;
    at += sequence.length;
  }
  return at;
}

std::string decode_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  std::size_t copied = 0;
  for (std::size_t at = utf8_end(bytes, 0); at < bytes.size(); at = utf8_end(bytes, copied)) {
    out.append(bytes, copied, at - copied);
    append_utf8(out, kReplacementCharacter);
    copied = at + utf8_sequence(bytes, at).length;
  }
  out.append(bytes, copied, bytes.size() - copied);
  return out;
}

std::string decode_utf16(std::string_view bytes, bool big_endian) {
  const auto unit_at = [&](std::size_t at) -> char32_t {
    const char32_t first = byte_at(bytes, at), second = byte_at(bytes, at + 1);
    return big_endian ? first << 8 | second : second << 8 | first;
  };
  std::string out;
  out.reserve(bytes.size());
  std::size_t at = 0;
  while (bytes.size() - at >= 2) {
    const char32_t unit = unit_at(at);
    at += 2;
    if ((unit & 0xF800) != 0xD800) {
      append_utf8(out, unit);
      continue;
    }
    const bool is_leading = (unit & 0xFC00) == 0xD800;
    if (is_leading && bytes.size() - at < 2) {
      at = bytes.size();  // half a pair and half a unit at the end are one error
    } else if (is_leading && (unit_at(at) & 0xFC00) == 0xDC00) {
      append_utf8(out, 0x10000 + ((unit & 0x3FF) << 10) + (unit_at(at) & 0x3FF));
      at += 2;
      continue;
    }
    append_utf8(out, kReplacementCharacter);
  }
  if (at < bytes.size()) append_utf8(out, kReplacementCharacter);
  return out;
}

// `code_point` returns the code point of a byte from 0x80 on.
template <class CodePoint>
std::string decode_single_bytes(std::string_view bytes, CodePoint code_point) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = copy_ascii(bytes, 0, out); at < bytes.size();
       at = copy_ascii(bytes, at, out)) {
    append_utf8(out, code_point(byte_at(bytes, at++)));
  }
  return out;
}

void remove_bom(std::string_view& bytes, Encoding encoding) {
  const auto bom = encoding == kUtf8      ? std::string_view("\xEF\xBB\xBF")
                   : encoding == kUtf16Be ? std::string_view("\xFE\xFF")
                   : encoding == kUtf16Le ? std::string_view("\xFF\xFE")
                                          : std::string_view();
  if (bytes.starts_with(bom)) bytes.remove_prefix(bom.size());
}

}  // namespace

bool decodes_to_itself(std::string_view bytes, Encoding encoding) {
  const std::size_t ascii = ascii_end(bytes, 0);
  if (ascii == bytes.size()) return true;
  std::string_view text = bytes;
  remove_bom(text, encoding);
  return encoding == kUtf8 && text.size() == bytes.size() && utf8_end(bytes, ascii) == bytes.size();
}

std::string decode(std::string_view bytes, Encoding encoding) {
  remove_bom(bytes, encoding);
  switch (encoding) {
    case kUtf8:
      return decode_utf8(bytes);
    case kUtf16Be:
      return decode_utf16(bytes, true);
    case kUtf16Le:
      return decode_utf16(bytes, false);
    case kGbk:
    case kGb18030:
      return decode_gb18030(bytes);
    case kBig5:
      return decode_big5(bytes);
    case kEucJp:
      return decode_euc_jp(bytes);
    case kIso2022Jp:
      return decode_iso_2022_jp(bytes);
    case kShiftJis:
      return decode_shift_jis(bytes);
    case kEucKr:
      return decode_euc_kr(bytes);
    case kReplacement:
      return bytes.empty() ? std::string() : std::string("\xEF\xBF\xBD");
    case kXUserDefined:
      return decode_single_bytes(bytes, [](unsigned char byte) { return char32_t{0xF700} + byte; });
    default: {
      const SingleByteIndex& index = single_byte_index(encoding);
      return decode_single_bytes(bytes,
                                 [&](unsigned char byte) { return char32_t{index[byte - 0x80U]}; });
    }
  }
}

}  // namespace pagekin::html
