#include "pagekin/wrapper/field_name.h"

#include <algorithm>
#include <array>

#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kShortestName = 3;  // letters of a word that names a field
constexpr std::size_t kShortestStem = 4;  // letters that related words share

// What English words of one stem end with: "owner", "owned".
bool is_ending(std::string_view rest) {
  constexpr std::array<std::string_view, 7> endings = {"", "s", "d", "r", "ed", "er", "ing"};
  return std::ranges::find(endings, rest) != endings.end();
}

bool are_related(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::size_t shared = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (shared >= kShortestStem && shared + 1 >= std::min(a.size(), b.size())) return true;
  return shared >= kShortestName && is_ending(a.substr(shared)) && is_ending(b.substr(shared));
}

// Calls take(word) for each run of letters and digits, in lower case.
template <class Take>
void for_each_word(std::string_view text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && !is_word_byte(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_word_byte(text[at])) ++at;
    if (at - begin >= kShortestName) take(lower_case(text.substr(begin, at - begin)));
  }
}

bool is_one_of(std::string_view word, const std::vector<std::string>& names) {
  return std::ranges::any_of(names,
                             [&](const std::string& name) { return are_related(word, name); });
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  for_each_word(name, [&](std::string word) { words.push_back(std::move(word)); });
  return words;
}

bool has_word_of(std::string_view text, const std::vector<std::string>& words) {
  bool has_one = false;
  for_each_word(text,
                [&](const std::string& word) { has_one = has_one || is_one_of(word, words); });
  return has_one;
}

bool has_only_words_of(std::string_view text, const std::vector<std::string>& words) {
  bool has_one = false;
  bool has_other = false;
  for_each_word(text, [&](const std::string& word) {
    (is_one_of(word, words) ? has_one : has_other) = true;
  });
  return has_one && !has_other;
}

}  // namespace pagekin::wrapper
