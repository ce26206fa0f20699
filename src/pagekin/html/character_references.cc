// Character references by the tokenizer's rules, with one table of names.
//
// Every name is valid with a semicolon; 106 old names are also valid without. So the letters and
// digits after '&' are either a whole name before a semicolon, or begin with an old name; the
// longest one counts.
//
// Source: HTML Standard (whatwg.org), "Character reference state" and those after it,
// "Named character references".
// Cost: time linear in the text, about 11 comparisons a name; nothing is copied or
// allocated while no reference is found. The table is constant data without pointers.
#include "pagekin/html/character_references.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "pagekin/core/text.h"
#include "pagekin/html/decode_parts.h"

namespace pagekin::html {
namespace {

struct NamedReference {
  char name[32];  // ends with a zero byte, as the text does
  char text[7];
  bool holds_alone;  // without a semicolon
};

constexpr NamedReference kNamed[] = {
#define REFERENCE(name, text) {name, text, false},
#define REFERENCE_ALONE(name, text) {name, text, true},
#include "pagekin/html/named_references.inc"
#undef REFERENCE
#undef REFERENCE_ALONE
};

constexpr std::size_t kLongestName = 31;
constexpr std::size_t kLongestAlone = 6;
constexpr std::size_t kShortestAlone = 2;

// The meaning of numbers in the range of the C1 controls, as in windows-1252; 0: themselves.
constexpr char16_t kReplacedControls[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr int digit_value(char c, bool hexadecimal) {
  if (is_digit(c)) return c - '0';
  if (hexadecimal && c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (hexadecimal && c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

const NamedReference* find_name(std::string_view name) {
  const auto* found = std::lower_bound(
      std::begin(kNamed), std::end(kNamed), name,
      [](const NamedReference& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != std::end(kNamed) && found->name == name ? found : nullptr;
}

// What a reference stands for: a text of the table, or a code point.
struct Reference {
  std::size_t length = 0;  // bytes it takes after its '&'; 0: there is none
  const char* text = nullptr;
  char32_t code_point = 0;
};

// The most frequent references, which are found without a search.
constexpr NamedReference kFrequent[] = {{"lt;", "<", false},
                                        {"gt;", ">", false},
                                        {"amp;", "&", false},
                                        {"quot;", "\"", false},
                                        {"nbsp;", "\xC2\xA0", false}};

// `text` begins after the '&'.
Reference read_named(std::string_view text, bool in_attribute) {
  for (const NamedReference& frequent : kFrequent) {
    const std::string_view name = frequent.name;
    if (text.starts_with(name)) return {name.size(), frequent.text};
  }
  std::size_t run = 0;
  while (run < text.size() && run <= kLongestName && is_alphanumeric(text[run])) ++run;
  if (run < text.size() && text[run] == ';') {
    if (const auto* whole = find_name(text.substr(0, run))) return {run + 1, whole->text};
  }
  // In an attribute a name without a semicolon is one only if nothing goes on after it: not the
  // beginning of another word, as in most addresses with '&'.
  const bool goes_on = run > kLongestAlone || (run < text.size() && text[run] == '=');
  if (in_attribute && goes_on) return {};
  const std::size_t shortest = in_attribute ? std::max(run, kShortestAlone) : kShortestAlone;
  for (std::size_t size = std::min(run, kLongestAlone); size >= shortest; --size) {
    const auto* known = find_name(text.substr(0, size));
    if (known != nullptr && known->holds_alone) return {size, known->text};
  }
  return {};
}

// `text` begins with the '#'.
Reference read_numeric(std::string_view text) {
  const bool hexadecimal = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const std::size_t begin = hexadecimal ? 2 : 1;
  std::size_t at = begin;
  char32_t number = 0;
  for (; at < text.size(); ++at) {
    const int digit = digit_value(text[at], hexadecimal);
    if (digit < 0) break;
    if (number > 0x10FFFF) continue;  // too large already, and may not overflow
    number = number * (hexadecimal ? 16 : 10) + static_cast<unsigned>(digit);
  }
  if (at == begin) return {};
  if (at < text.size() && text[at] == ';') ++at;

  const bool surrogate = number >= 0xD800 && number < 0xE000;
  if (number == 0 || number > 0x10FFFF || surrogate) number = kReplacementCharacter;
  if (number >= 0x80 && number < 0xA0 && kReplacedControls[number - 0x80] != 0) {
    number = kReplacedControls[number - 0x80];
  }
  return {at, nullptr, number};
}

}  // namespace

std::string_view decode_references(std::string_view raw, bool in_attribute, std::string& buffer) {
  std::size_t copied = 0;
  for (std::size_t at = raw.find('&'); at != raw.npos; at = raw.find('&', at)) {
    const std::string_view rest = raw.substr(at + 1);
    const Reference reference =
        rest.starts_with('#') ? read_numeric(rest) : read_named(rest, in_attribute);
    if (reference.length > 0) {
      if (copied == 0) buffer.clear();
      buffer += raw.substr(copied, at - copied);
      if (reference.text != nullptr) {
        buffer += reference.text;
      } else {
        append_utf8(buffer, reference.code_point);
      }
      copied = at + 1 + reference.length;
    }
    at += 1 + reference.length;
  }
  if (copied == 0) return raw;
  buffer += raw.substr(copied);
  return buffer;
}

}  // namespace pagekin::html
