#include "pagekin/wrapper/value_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin::wrapper {
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

enum : std::uint8_t { kPlain, kBlank, kSpecial };

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r', '\0'}) classes[c] = kBlank;
  for (unsigned c = 0x1C; c < 0x20; ++c) classes[c] = kBlank;
  for (const unsigned c : {0xC2U, 0xE1U, 0xE2U, 0xE3U, 0xEFU}) classes[c] = kSpecial;
  return classes;
}();

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

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

enum : std::uint8_t { kOwn, kDigit, kGap };

constexpr std::array<std::uint8_t, 256> kLabelClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  for (const unsigned char c :
       {' ', ':', '-', '|', '=', '*', '#', '.', ',', '(', ')', '[', ']', '&', ';', '>'}) {
    classes[c] = kGap;
  }
  return classes;
}();

}  // namespace

void append_value(std::string_view text, std::size_t begin, std::string& out) {
  std::size_t at = 0;
  const auto add_space = [&] {
    if (out.size() > begin && out.back() != ' ') out += ' ';
  };
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && kClasses[static_cast<unsigned char>(text[end])] == kPlain) ++end;
    out.append(text, at, end - at);
    at = end;
    if (at == text.size()) return;
    if (kClasses[static_cast<unsigned char>(text[at])] == kBlank) {
      add_space();
      ++at;
    } else if (byte_at(text, at) == 0xC2 && byte_at(text, at + 1) >= 0x80 &&
               byte_at(text, at + 1) < 0xA0) {
      const std::string_view meant = kWindows1252[byte_at(text, at + 1) - 0x80];
      if (meant.empty()) add_space();
      out += meant;
      at += 2;
    } else if (const std::size_t size = wide_blank(text, at); size > 0) {
      add_space();
      at += size;
    } else {
      out += text[at++];
    }
  }
}

void finish_value(std::size_t begin, std::string& out) {
  if (out.size() > begin && out.back() == ' ') out.pop_back();
}

std::string to_value(std::string_view text) {
  std::string value;
  append_value(text, 0, value);
  finish_value(0, value);
  return value;
}

void make_label(std::string_view value, std::string& out) {
  out.clear();
  for (std::size_t at = 0; at < value.size() && out.size() < kMaxLabelBytes;) {
    const char c = value[at];
    const std::uint8_t kind = kLabelClasses[static_cast<unsigned char>(c)];
    if (kind == kOwn) {
      if (value.compare(at, 3, "\xE2\x80\x93") == 0) {  // an en dash
        if (!out.empty() && out.back() != ' ') out += ' ';
        at += 3;
        continue;
      }
      out += to_lower(c);
      ++at;
    } else if (kind == kDigit) {
      out += '#';
      while (at < value.size() && is_digit(value[at])) ++at;
    } else {
      if (!out.empty() && out.back() != ' ') out += ' ';
      ++at;
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.empty()) out.assign(value.substr(0, 10));
}

std::string to_label(std::string_view value) {
  std::string label;
  make_label(value, label);
  return label;
}

std::string shape_of(std::string_view value) {
  constexpr std::size_t most_bytes = 80;
  constexpr std::size_t most_shape = 30;
  value = value.substr(0, most_bytes);
  std::string shape;
  // A word after a word of its kind and a space becomes one with '+'.
  const auto add = [&](char kind) {
    if ((kind == 'W' || kind == 'w') && shape.size() >= 2 && shape.back() == ' ') {
      const std::size_t before = shape.size() - 2;
      if (shape[before] == kind) {
        shape.back() = '+';
        return;
      }
      if (shape[before] == '+' && before > 0 && shape[before - 1] == kind) {
        shape.pop_back();
        return;
      }
    }
    shape += kind;
  };
  for (std::size_t at = 0; at < value.size() && shape.size() < most_shape;) {
    const char c = value[at];
    std::size_t end = at + 1;
    if (is_upper(c) && end < value.size() && (is_lower(value[end]) || value[end] == '\'')) {
      while (end < value.size() && (is_lower(value[end]) || value[end] == '\'')) ++end;
      add('W');
    } else if (is_upper(c)) {
      while (end < value.size() && is_upper(value[end]) &&
             !(end + 1 < value.size() && is_lower(value[end + 1]))) {
        ++end;
      }
      if (end == at + 1 && end < value.size() && value[end] == '.') {
        ++end;
        add('W');
      } else {
        add('A');
      }
    } else if (is_lower(c)) {
      while (end < value.size() && is_lower(value[end])) ++end;
      add('w');
    } else if (is_digit(c)) {
      while (end < value.size() && is_digit(value[end])) ++end;
      add('9');
    } else {
      shape += c;
    }
    at = end;
  }
  return shape;
}

std::uint64_t shape_hash(std::string_view value) { return hash_bytes(shape_of(value)); }

ValueShape value_shape(std::string_view value) {
  std::size_t all = 0;
  std::size_t digits = 0;
  std::size_t capitals = 0;
  std::size_t letters = 0;
  std::size_t spaces = 0;
  for (const char c : value) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;  // not the first of its character
    ++all;
    if (is_digit(c)) {
      ++digits;
    } else if (is_upper(c)) {
      ++capitals;
      ++letters;
    } else if (is_lower(c) || static_cast<unsigned char>(c) >= 0xC3) {
      ++letters;
    } else if (c == ' ') {
      ++spaces;
    }
  }
  if (all == 0) return {};
  const auto n = static_cast<float>(all);
  const auto share = [&](std::size_t count) { return static_cast<float>(count) / n; };
  return {.digits = 1.5F * share(digits),
          .capitals = share(capitals),
          .letters = share(letters),
          .others = 1.5F * share(all - digits - letters - spaces),
          .length = 0.35F * std::log(n),
          .words = 0.35F * std::log1p(static_cast<float>(spaces))};
}

double shape_similarity(const ValueShape& a, const ValueShape& b) {
  const float apart = std::abs(a.digits - b.digits) + std::abs(a.capitals - b.capitals) +
                      std::abs(a.letters - b.letters) + std::abs(a.others - b.others) +
                      std::abs(a.length - b.length) + std::abs(a.words - b.words);
  return std::exp(-static_cast<double>(apart));
}

}  // namespace pagekin::wrapper
