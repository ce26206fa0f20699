#include "pagekin/skeleton/column_name.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pagekin/core/text.h"

namespace pagekin::skeleton {
namespace {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_other_letter(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Words of layout and of frameworks, which name no content.
constexpr std::array<std::string_view, 92> kLayoutWords{
    "active", "align",    "alt",       "area",    "bar",      "bd",      "bg",      "block",
    "bold",   "border",   "bottom",    "box",     "btn",      "cell",    "center",  "class",
    "clear",  "clearfix", "col",       "color",   "cols",     "column",  "columns", "con",
    "cont",   "contain",  "container", "content", "contents", "cs",      "css",     "ctl",
    "data",   "div",      "even",      "field",   "first",    "fixed",   "float",   "font",
    "gray",   "grey",     "grid",      "group",   "hd",       "holder",  "id",      "inline",
    "inner",  "item",     "items",     "label",   "large",    "last",    "layout",  "lbl",
    "left",   "li",       "line",      "list",    "ltr",      "main",    "margin",  "mid",
    "middle", "nowrap",   "odd",       "outer",   "pad",      "padding", "page",    "panel",
    "para",   "pull",     "red",       "right",   "row",      "section", "small",   "span",
    "spec",   "std",      "style",     "tab",     "table",    "td",      "text",    "top",
    "tr",     "txt",      "value",     "wrap"};

bool is_layout_word(std::string_view word) {
  static_assert(std::ranges::is_sorted(kLayoutWords));
  if (word.starts_with("wrap")) return true;
  return std::ranges::binary_search(kLayoutWords, word);
}

// Splits at all but letters and digits, and at capitals inside a word.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t bytes = mark_bytes(text.substr(i)); bytes > 0) {
      end_word();
      i += bytes - 1;
      continue;
    }
    if (!is_upper(c) && !is_lower(c) && !is_digit(c) && !is_other_letter(c)) {
      end_word();
      continue;
    }
    const bool begins = is_upper(c) && i > 0 && (is_lower(text[i - 1]) || is_digit(text[i - 1]));
    if (begins) end_word();
    word += to_lower(c);
  }
  end_word();
  return words;
}

// The first words of the class names of icon fonts: "fa-calendar" names a picture.
bool is_icon_word(std::string_view word) {
  constexpr std::array<std::string_view, 11> icons{
      "bi", "dashicons", "fa", "fab", "far", "fas", "glyphicon", "icon", "icons", "ion", "mdi"};
  static_assert(std::ranges::is_sorted(icons));
  return std::ranges::binary_search(icons, word);
}

bool is_all_digits(std::string_view word) { return std::ranges::all_of(word, is_digit); }

std::string joined(const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words) {
    if (!name.empty() && name.size() + 1 + word.size() > kMaxNameBytes) break;
    if (!name.empty()) name += '_';
    name += word;
  }
  name.resize(clipped(name, kMaxNameBytes).size());
  return name;
}

}  // namespace

std::size_t mark_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const std::uint32_t first = byte(0);
  if (first < 0xc2) return 0;
  const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < size) return 0;
  std::uint32_t code = first & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) code = (code << 6U) | (byte(i) & 0x3fU);
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  constexpr std::array<Range, 12> marks{{{0x80, 0xa9},
                                         {0xab, 0xb4},
                                         {0xb6, 0xb9},
                                         {0xbb, 0xbf},
                                         {0xd7, 0xd7},
                                         {0xf7, 0xf7},
                                         {0x2000, 0x2bff},  // punctuation, arrows, symbols
                                         {0x3000, 0x3004},  // CJK punctuation
                                         {0x3008, 0x3020},
                                         {0xe000, 0xf8ff},      // icon fonts
                                         {0xfe00, 0xfe6f},      // variants and forms of marks
                                         {0x1f000, 0x1faff}}};  // pictures
  const bool is_mark = std::ranges::any_of(
      marks, [&](const Range& range) { return code >= range.first && code <= range.last; });
  return is_mark ? size : 0;
}

std::string name_of_label(std::string_view label) {
  // Capitals inside a label begin no new word: "ISBN", "iPod".
  std::string text = lower_case(label);
  constexpr std::string_view replacement = "\xef\xbf\xbd";  // stands for bytes that are not text
  for (std::size_t at = text.find(replacement); at != std::string::npos;
       at = text.find(replacement)) {
    text.replace(at, replacement.size(), " ");
  }
  const std::vector<std::string> words = words_of(text);
  if (std::ranges::all_of(words, is_all_digits)) return {};
  return joined(words);
}

std::string name_of_class(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  if (!words.empty() && is_icon_word(words.front())) return {};
  std::erase_if(words, [](const std::string& word) {
    const bool has_digit = std::ranges::any_of(word, is_digit);
    return word.size() < 2 || is_all_digits(word) || is_layout_word(word) ||
           (has_digit && word.size() <= 5) || (has_digit && word.size() >= 12);
  });
  if (std::ranges::none_of(words, [](const std::string& word) {
        return std::ranges::count_if(word,
                                     [](char c) { return is_lower(c) || is_other_letter(c); }) >= 2;
      })) {
    return {};
  }
  return joined(words);
}

std::string UniqueColumnNames::add(std::string name) {
  if (name.empty()) name = "value";
  std::string unique = name;
  for (int number = 2; !names_.insert(unique).second; ++number) {
    unique = name + "_" + std::to_string(number);
  }
  return unique;
}

}  // namespace pagekin::skeleton
