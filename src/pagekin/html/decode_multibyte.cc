// Decoders for the encodings of East Asia.
//
// They have one structure: ASCII stands for itself, a lead byte and a trail byte make a
// character. If a pair has no meaning, an ASCII trail byte is read again by itself, so that
// damaged text cannot swallow a '<' or a quote.
//
// Source: Encoding standard (whatwg.org), 10 to 14: gb18030, Big5, EUC-JP,
// ISO-2022-JP, Shift_JIS and EUC-KR decoders.
// Cost: linear in the bytes.
#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/html/decode_parts.h"

namespace pagekin::html {
namespace {

constexpr char32_t kHalfWidthKatakana = 0xFF61;  // the first of them

// Decodes by `single`, the code point of a byte from 0x80 on that stands alone (0
// for others), `is_lead`, and `pair`, which appends what lead and trail stand for
// and returns whether they stand for anything.
template <class Single, class IsLead, class Pair>
std::string decode_pairs(std::string_view bytes, Single single, IsLead is_lead, Pair pair) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = copy_ascii(bytes, 0, out); at < bytes.size();
       at = copy_ascii(bytes, at, out)) {
    const unsigned char lead = byte_at(bytes, at++);
    if (const char32_t alone = single(lead)) {
      append_utf8(out, alone);
    } else if (!is_lead(lead) || at == bytes.size()) {
      append_utf8(out, kReplacementCharacter);
    } else if (const unsigned char trail = byte_at(bytes, at); pair(lead, trail, out)) {
      ++at;
    } else {
      append_utf8(out, kReplacementCharacter);
      if (trail >= 0x80) ++at;
    }
  }
  return out;
}

constexpr auto kNoSingle = [](unsigned char) -> char32_t { return 0; };
constexpr auto kAnyLead = [](unsigned char byte) { return in_range(byte, 0x81, 0xFE); };

bool append_if_any(std::string& out, char32_t code_point) {
  if (code_point != 0) append_utf8(out, code_point);
  return code_point != 0;
}

// What a four-byte sequence of gb18030 stands for, 0 for nothing.
char32_t gb18030_four_bytes(unsigned first, unsigned second, unsigned third, unsigned fourth) {
  const std::size_t pointer =
      (((first - 0x81) * std::size_t{10} + (second - 0x30)) * 126 + (third - 0x81)) * 10 +
      (fourth - 0x30);
  constexpr std::size_t supplementary = 189'000;
  const auto basic = gb18030_four_byte_index();
  if (pointer < basic.size()) return basic[pointer];
  if (pointer < supplementary || pointer >= supplementary + 0x100000) return 0;
  return static_cast<char32_t>(0x10000 + pointer - supplementary);
}

}  // namespace

std::string decode_big5(std::string_view bytes) {
  const PairIndex& index = big5_index();
  const auto pair = [&](unsigned char lead, unsigned char trail, std::string& out) {
    // Four pairs stand for a letter with a mark that Unicode has only apart.
    if (lead == 0x88 && (trail == 0x62 || trail == 0x64 || trail == 0xA3 || trail == 0xA5)) {
      append_utf8(out, trail < 0x80 ? 0x00CA : 0x00EA);
      append_utf8(out, trail == 0x62 || trail == 0xA3 ? 0x0304 : 0x030C);
      return true;
    }
    return append_if_any(out, index.at(lead, trail));
  };
  return decode_pairs(bytes, kNoSingle, kAnyLead, pair);
}

std::string decode_euc_kr(std::string_view bytes) {
  const PairIndex& index = euc_kr_index();
  const auto pair = [&](unsigned char lead, unsigned char trail, std::string& out) {
    return append_if_any(out, index.at(lead, trail));
  };
  return decode_pairs(bytes, kNoSingle, kAnyLead, pair);
}

std::string decode_shift_jis(std::string_view bytes) {
  const PairIndex& index = shift_jis_index();
  const auto single = [](unsigned char byte) -> char32_t {
    if (byte == 0x80) return byte;
    return in_range(byte, 0xA1, 0xDF) ? kHalfWidthKatakana + byte - 0xA1 : 0;
  };
  const auto is_lead = [](unsigned char byte) {
    return in_range(byte, 0x81, 0x9F) || in_range(byte, 0xE0, 0xFC);
  };
  const auto pair = [&](unsigned char lead, unsigned char trail, std::string& out) {
    if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0x80, 0xFC)) return false;
    if (!in_range(lead, 0xF0, 0xF9)) return append_if_any(out, index.at(lead, trail));
    // Ten rows for characters of the user's own, 188 a row.
    const unsigned column = trail - (trail < 0x7F ? 0x40U : 0x41U);
    append_utf8(out, 0xE000 + (lead - 0xF0U) * 188 + column);
    return true;
  };
  return decode_pairs(bytes, single, is_lead, pair);
}

std::string decode_euc_jp(std::string_view bytes) {
  const PairIndex& jis0208 = jis0208_index();
  const PairIndex& jis0212 = jis0212_index();
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = copy_ascii(bytes, 0, out); at < bytes.size();
       at = copy_ascii(bytes, at, out)) {
    unsigned char lead = byte_at(bytes, at++);
    const PairIndex* index = &jis0208;
    if (lead == 0x8F && at < bytes.size() && in_range(byte_at(bytes, at), 0xA1, 0xFE)) {
      index = &jis0212;
      lead = byte_at(bytes, at++);
    }
    const bool is_lead = lead == 0x8E || lead == 0x8F || in_range(lead, 0xA1, 0xFE);
    if (!is_lead || at == bytes.size()) {
      append_utf8(out, kReplacementCharacter);
      continue;
    }
    const unsigned char trail = byte_at(bytes, at);
    char32_t code_point = 0;
    if (lead == 0x8E) {
      if (in_range(trail, 0xA1, 0xDF)) code_point = kHalfWidthKatakana + trail - 0xA1;
    } else {
      code_point = index->at(lead, trail);
    }
    if (append_if_any(out, code_point)) {
      ++at;
    } else {
      append_utf8(out, kReplacementCharacter);
      if (trail >= 0x80) ++at;
    }
  }
  return out;
}

std::string decode_gb18030(std::string_view bytes) {
  const PairIndex& index = gb18030_index();
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = copy_ascii(bytes, 0, out); at < bytes.size();
       at = copy_ascii(bytes, at, out)) {
    const std::size_t left = bytes.size() - at;
    const unsigned char first = byte_at(bytes, at);
    char32_t code_point = 0;
    std::size_t used = 1;  // bytes of the character, or of the error
    if (first == 0x80) {
      code_point = 0x20AC;
    } else if (first == 0xFF || left == 1) {
      used = 1;
    } else if (const unsigned char second = byte_at(bytes, at + 1); in_range(second, 0x30, 0x39)) {
      // A sequence that the end of the text cuts is one error; one that goes wrong
      // in the middle is an error of its first byte.
      const bool third_fits = left == 2 || in_range(byte_at(bytes, at + 2), 0x81, 0xFE);
      if (third_fits && left < 4) {
        used = left;
      } else if (third_fits && in_range(byte_at(bytes, at + 3), 0x30, 0x39)) {
        used = 4;
        code_point =
            gb18030_four_bytes(first, second, byte_at(bytes, at + 2), byte_at(bytes, at + 3));
      }
    } else {
      code_point = index.at(first, second);
      if (code_point != 0 || second >= 0x80) used = 2;
    }
    append_utf8(out, code_point != 0 ? code_point : kReplacementCharacter);
    at += used;
  }
  return out;
}

std::string decode_iso_2022_jp(std::string_view bytes) {
  enum class State { kAscii, kRoman, kKatakana, kJis0208 };
  const PairIndex& jis0208 = jis0208_index();
  std::string out;
  out.reserve(bytes.size());
  State state = State::kAscii;
  bool just_escaped = false;  // nothing since the last escape sequence

  // Reads the escape sequence at the start of `rest`; false when it is none.
  const auto escape = [&](std::string_view rest) {
    const std::string_view sequence = rest.substr(0, 3);
    if (sequence == "\x1B(B") {
      state = State::kAscii;
    } else if (sequence == "\x1B(J") {
      state = State::kRoman;
    } else if (sequence == "\x1B(I") {
      state = State::kKatakana;
    } else if (sequence == "\x1B$@" || sequence == "\x1B$B") {
      state = State::kJis0208;
    } else {
      return false;
    }
    return true;
  };

  for (std::size_t at = 0; at < bytes.size();) {
    const unsigned char byte = byte_at(bytes, at);
    if (byte == 0x1B && escape(bytes.substr(at))) {
      // Two in a row hide bytes from a reader who looks for text: that is an error.
      if (just_escaped) append_utf8(out, kReplacementCharacter);
      just_escaped = true;
      at += 3;
      continue;
    }
    just_escaped = false;
    ++at;
    char32_t code_point = 0;
    bool valid = false;
    switch (state) {
      case State::kAscii:
      case State::kRoman:
        valid = byte < 0x80 && byte != 0x0E && byte != 0x0F && byte != 0x1B;
        code_point = byte;
        if (state == State::kRoman && byte == 0x5C) code_point = 0x00A5;
        if (state == State::kRoman && byte == 0x7E) code_point = 0x203E;
        break;
      case State::kKatakana:
        valid = in_range(byte, 0x21, 0x5F);
        code_point = kHalfWidthKatakana + byte - 0x21;
        break;
      case State::kJis0208:
        if (!in_range(byte, 0x21, 0x7E) || at == bytes.size()) break;
        // An escape in place of the trail byte is read as such after the error.
        const unsigned char trail = byte_at(bytes, at);
        if (trail == 0x1B) break;
        ++at;
        if (!in_range(trail, 0x21, 0x7E)) break;
        code_point = jis0208.at(byte | 0x80, trail | 0x80);
        valid = code_point != 0;
        break;
    }
    append_utf8(out, valid ? code_point : kReplacementCharacter);
  }
  return out;
}

}  // namespace pagekin::html
