#include "pagekin/wrapper/value_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin::wrapper {
namespace {

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// kWide: the first byte of an en dash, and of other characters.
enum : std::uint8_t { kOwn, kDigit, kGap, kWide };
constexpr std::string_view kEnDash = "\xE2\x80\x93";

constexpr std::array<std::uint8_t, 256> kLabelClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  for (const char c : std::string_view(" :-|=*#.,()[]&;>")) {
    classes[static_cast<unsigned char>(c)] = kGap;
  }
  classes[static_cast<unsigned char>(kEnDash[0])] = kWide;
  return classes;
}();

// Bytes that a label has as they are, in lower case; 0: see kLabelClasses.
constexpr std::array<char, 256> kLabelBytes = [] {
  std::array<char, 256> bytes{};
  for (unsigned c = 0; c < bytes.size(); ++c) {
    if (kLabelClasses[c] == kOwn) bytes[c] = to_lower(static_cast<char>(c));
  }
  return bytes;
}();

// A text of at most Limit bytes. The caller of append() checks the size.
template <std::size_t Limit>
struct LimitedText {
  std::array<char, Limit> bytes;
  std::size_t size = 0;

  void append(char c) { bytes[size++] = c; }
  bool ends_with(char c) const { return size > 0 && bytes[size - 1] == c; }
  std::string_view view() const { return {bytes.data(), size}; }
};

constexpr std::size_t kMaxShapeBytes = 30;

// The pattern of a value, see value_text.h.
LimitedText<kMaxShapeBytes> short_shape(std::string_view value) {
  constexpr std::size_t most_bytes = 80;
  value = value.substr(0, most_bytes);
  LimitedText<kMaxShapeBytes> shape;
  // A word after a word of its kind and a space becomes one with '+'.
  const auto add = [&](char kind) {
    if ((kind == 'W' || kind == 'w') && shape.size >= 2 && shape.ends_with(' ')) {
      const std::size_t before = shape.size - 2;
      if (shape.bytes[before] == kind) {
        shape.bytes[before + 1] = '+';
        return;
      }
      if (shape.bytes[before] == '+' && before > 0 && shape.bytes[before - 1] == kind) {
        --shape.size;
        return;
      }
    }
    shape.append(kind);
  };
  for (std::size_t at = 0; at < value.size() && shape.size < kMaxShapeBytes;) {
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
      shape.append(c);
    }
    at = end;
  }
  return shape;
}

}  // namespace

bool is_placeholder(std::string_view text) {
  constexpr std::string_view em_dash = "\xE2\x80\x94";
  return equals_ignoring_case(text, "n/a") || text == kEnDash || text == em_dash ||
         (!text.empty() && text.find_first_not_of('-') == std::string_view::npos);
}

void make_label(std::string_view value, std::string& out) {
  LimitedText<kMaxLabelBytes> label;
  const auto add_gap = [&] {
    if (label.size > 0 && !label.ends_with(' ')) label.append(' ');
  };
  for (std::size_t at = 0; at < value.size() && label.size < kMaxLabelBytes;) {
    const char c = value[at];
    if (const char own = kLabelBytes[static_cast<unsigned char>(c)]; own != 0) {
      label.append(own);
      ++at;
      continue;
    }
    switch (kLabelClasses[static_cast<unsigned char>(c)]) {
      case kDigit:
        label.append('#');
        while (at < value.size() && is_digit(value[at])) ++at;
        continue;
      case kGap:
        add_gap();
        break;
      case kWide:
        if (value.substr(at).starts_with(kEnDash)) {
          add_gap();
          at += kEnDash.size();
          continue;
        }
        label.append(c);
        break;
      default:  // NUL
        label.append(c);
    }
    ++at;
  }
  if (label.ends_with(' ')) --label.size;
  out.assign(label.size > 0 ? label.view() : value.substr(0, 10));
}

std::string to_label(std::string_view value) {
  std::string label;
  make_label(value, label);
  return label;
}

std::string shape_of(std::string_view value) { return std::string(short_shape(value).view()); }

std::uint64_t shape_hash(std::string_view value) { return hash_bytes(short_shape(value).view()); }

ValueShape value_shape(std::string_view value) {
  std::size_t all = 0;
  std::size_t digits = 0;
  std::size_t capitals = 0;
  std::size_t letters = 0;
  std::size_t spaces = 0;
  for (const char c : value) {
    if (is_inside_character(c)) continue;  // not the first of its character
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

bool has_words(std::string_view text, std::string_view value) {
  for (std::size_t at = text.find(value); at != std::string_view::npos;
       at = text.find(value, at + 1)) {
    const std::size_t end = at + value.size();
    const bool begins = at == 0 || !is_word_byte(text[at - 1]) || !is_word_byte(value.front());
    const bool ends = end == text.size() || !is_word_byte(text[end]) || !is_word_byte(value.back());
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace pagekin::wrapper
