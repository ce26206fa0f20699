#include "pagekin/core/text.h"

#include <cstddef>

#include <fmt/format.h>

#include "pagekin/text.h"  // what it declares is exported

namespace pagekin {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr char kHexDigits[] = "0123456789abcdef";

// What one step over the text at its front found.
struct Sequence {
  std::size_t length;
  bool valid;
};

// The first character, or the maximal part of one that is ill-formed. The second
// byte has a narrower range after some first bytes: no overlong forms, no
// surrogates, nothing above U+10FFFF.
Sequence first_sequence(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return {i, false};
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < low || byte > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {length, true};
}

// Calls append(character) for each character of `text`, U+FFFD for ill-formed parts.
template <class Append>
void for_each_character(std::string_view text, Append append) {
  while (!text.empty()) {
    const Sequence next = first_sequence(text);
    append(next.valid ? text.substr(0, next.length) : kReplacement);
    text.remove_prefix(next.length);
  }
}

void append_hex(std::string& out, unsigned char byte) {
  out += kHexDigits[byte >> 4];
  out += kHexDigits[byte & 15];
}

// U+202A to U+202E and U+2066 to U+2069 turn the direction of the text after them.
bool is_bidi_control(std::string_view character) {
  return (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
         (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

}  // namespace

std::string to_valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  std::size_t copied = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    const Sequence next = first_sequence(bytes.substr(i));
    if (!next.valid) {
      out += bytes.substr(copied, i - copied);
      out += kReplacement;
      copied = i + next.length;
    }
    i += next.length;
  }
  out += bytes.substr(copied);
  return out;
}

namespace {

// How TSV and JSON write a tab, the ends of lines and a backslash; empty for any other character.
std::string_view escape_of(char c) {
  switch (c) {
    case '\t':
      return "\\t";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      return {};
  }
}

}  // namespace

std::string escape_tsv(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for_each_character(text, [&](std::string_view character) {
    const std::string_view escaped = escape_of(character[0]);
    out += escaped.empty() ? character : escaped;
  });
  return out;
}

std::string unescape_tsv(std::string_view cell) {
  if (cell.find('\\') == std::string_view::npos) return std::string(cell);
  std::string out;
  out.reserve(cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const char escaped = cell[i] == '\\' && i + 1 < cell.size() ? cell[i + 1] : '\0';
    switch (escaped) {
      case 't':
        out += '\t';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case '\\':
        out += '\\';
        break;
      default:
        out += cell[i];
        continue;
    }
    ++i;
  }
  return out;
}

std::string quote_csv(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  const bool quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (quoted) out += '"';
  for_each_character(text, [&](std::string_view character) {
    if (character[0] == '"') out += '"';
    out += character;
  });
  if (quoted) out += '"';
  return out;
}

std::string quote_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  for_each_character(text, [&](std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (const std::string_view escaped = escape_of(character[0]); !escaped.empty()) {
      out += escaped;
    } else if (character == "\"") {
      out += "\\\"";
    } else if (first < 0x20 || first == 0x7F) {
      out += "\\u00";
      append_hex(out, first);
    } else {
      out += character;
    }
  });
  out += '"';
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for_each_character(text, [&](std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (first < 0x20 || first == 0x7F) {
      out += "\\x";
      append_hex(out, first);
    } else if (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0) {
      out += "\\x";  // U+0080 to U+009F: the second byte is the code point
      append_hex(out, static_cast<unsigned char>(character[1]));
    } else if (is_bidi_control(character)) {
      for (const char byte : character) {
        out += "\\x";
        append_hex(out, static_cast<unsigned char>(byte));
      }
    } else {
      out += character;
    }
  });
  return out;
}

std::string_view clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_inside_character(text[most])) --most;
  return text.substr(0, most);
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::string_view begin = clipped(text, most);
  return std::string(begin) + (begin.size() < text.size() ? "..." : "");
}

std::string decimal(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.starts_with('-') && text.find_first_not_of("-0.") == text.npos) text.erase(0, 1);
  return text;
}

void append_markup(std::string_view text, std::string& out, std::string_view escaped) {
  constexpr std::string_view characters = "&<>\"'";
  constexpr std::string_view entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of(escaped, begin), text.size());
    out += text.substr(begin, end - begin);
    if (end < text.size()) out += entities[characters.find(text[end])];
    begin = end + 1;
  }
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

std::string_view trim(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return decimal(100 * share, 1);
}

std::string plural(std::uint64_t count, std::string_view singular, std::string_view several) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? singular : several);
}

}  // namespace pagekin
