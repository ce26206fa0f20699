// Values and labels of a page in the form in which they are compared.
//
// A value is a text with its white space collapsed (features/readable_text.h).
//
// A label is a value in lower case (ASCII letters), with each run of digits as '#' and each run of
// punctuation and white space as one space; at most kMaxLabelBytes bytes count.
//
// Cost: linear.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pagekin::wrapper {

// A letter of any script, or a digit.
constexpr bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}
inline bool has_digits(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}
// Letters of any script.
inline bool has_letters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0xC3;
  });
}
// Letters, where signs such as a dash or that of a currency are none.
inline bool has_word_letters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (static_cast<unsigned char>(c) >= 0xC3 && static_cast<unsigned char>(c) != 0xE2);
  });
}

// Whether a text stands where a value is missing: "N/A", "-".
bool is_placeholder(std::string_view text);

constexpr std::size_t kMaxLabelBytes = 60;

// The label of a value; `out` is overwritten. A text of punctuation only is its own label.
void make_label(std::string_view value, std::string& out);
std::string to_label(std::string_view value);

// A short pattern of a value: "W+" for words with a capital letter, "w" for other words, "A" for
// capitals, "9" for digits, other characters as they are. Returns its hash.
std::uint64_t shape_hash(std::string_view value);
std::string shape_of(std::string_view value);

// What a value looks like, as numbers that can be compared: the shares of digits, capitals,
// letters and other characters, and the logarithms of its length and its number of words.
struct ValueShape {
  float digits = 0;
  float capitals = 0;
  float letters = 0;
  float others = 0;
  float length = 0;
  float words = 0;
};
ValueShape value_shape(std::string_view value);

// From 0 to 1; 1 for equal ones.
double shape_similarity(const ValueShape& a, const ValueShape& b);

// Whether the value occurs in the text, and not inside a word.
bool has_words(std::string_view text, std::string_view value);

}  // namespace pagekin::wrapper
