#include "pagekin/describe/address_words.h"

#include <algorithm>
#include <array>

#include "pagekin/core/text.h"
#include "pagekin/url/page_shape.h"
#include "pagekin/url/percent.h"

namespace pagekin::describe {
namespace {

constexpr std::size_t kMostWordBytes = 30;
constexpr std::size_t kFewestLetters = 3;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) > 127;
}

bool asks_for_search(std::string_view parameter) {
  constexpr std::array<std::string_view, 5> names = {"q", "s", "query", "search", "keyword"};
  return std::ranges::find(names, parameter) != names.end();
}

// Empty if the name is not a word.
std::string word_of(std::string_view name) {
  while (!name.empty() && !is_letter(name.back())) name.remove_suffix(1);
  while (!name.empty() && !is_letter(name.front())) name.remove_prefix(1);
  const auto letters = static_cast<std::size_t>(std::ranges::count_if(name, is_letter));
  const bool has_control = std::ranges::any_of(name, [](char c) { return c >= 0 && c < ' '; });
  if (letters < kFewestLetters || name.size() > kMostWordBytes || has_control ||
      name.find_first_of("*%0123456789") != name.npos || to_valid_utf8(name) != name) {
    return {};
  }
  std::string word = lower_case(name);
  constexpr std::array<std::string_view, 3> empty = {"index", "default", "page"};
  return std::ranges::find(empty, word) != empty.end() ? std::string() : word;
}

std::string_view without_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

void add_words(std::string_view name, std::size_t place, std::vector<AddressWord>& words) {
  constexpr std::string_view between = "-_.";
  std::string whole = word_of(name);
  std::string first;
  std::string last;
  if (const std::size_t end = name.find_first_of(between); end != name.npos) {
    first = word_of(name.substr(0, end));
    last = word_of(name.substr(name.find_last_of(between) + 1));
  }
  const bool has_first = !first.empty() && first != whole;
  const bool has_last = !last.empty() && last != whole && last != first;
  if (!whole.empty()) words.push_back({std::move(whole), place, true});
  if (has_last) words.push_back({std::move(last), place, false});
  if (has_first) words.push_back({std::move(first), place, false});
}

}  // namespace

std::vector<AddressWord> address_words(std::string_view id) {
  // Archives of files write the query of an address into the name of its file: "a%3Fb".
  const std::string text = url::percent_decode(url::without_host(url::address_key(id)));
  std::vector<AddressWord> words;
  std::string_view path = std::string_view(text).substr(0, text.find('?'));
  std::string_view query = std::string_view(text).substr(std::min(path.size() + 1, text.size()));
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const bool is_at_root = path.size() <= file.size() + 1;
  if (is_at_root && query.empty() && (file.empty() || without_ending(file) == "index")) {
    return {{"home", 0, true}};
  }
  std::size_t place = 0;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(name.size() + 1, path.size()));
    if (!name.empty()) add_words(without_ending(name), place++, words);
  }
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    const std::string_view name = part.substr(0, part.find('='));
    const std::string_view value = part.substr(std::min(name.size() + 1, part.size()));
    if (asks_for_search(name)) {
      words.push_back({"search", place++, true});
      continue;
    }
    add_words(name, place++, words);
    add_words(without_ending(value), place++, words);
  }
  return words;
}

}  // namespace pagekin::describe
