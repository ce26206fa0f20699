#include "pagekin/wrapper/listed_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kLongestSeparator = 8;  // bytes
constexpr std::size_t kLongestWord = 4;       // of letters: "and", "oder"

// The last ones are the middle dot, the bullet, and the short and the long dash.
constexpr std::array<std::string_view, 12> kUsualSeparators = {",",
                                                               ";",
                                                               "|",
                                                               " / ",
                                                               " and ",
                                                               " & ",
                                                               " - ",
                                                               " + ",
                                                               " \xC2\xB7 ",
                                                               " \xE2\x80\xA2 ",
                                                               " \xE2\x80\x93 ",
                                                               " \xE2\x80\x94 "};

// Marks without letters and digits, or one short word between spaces. A space alone separates the
// words of a value.
bool is_separator(std::string_view gap) {
  if (gap.size() > kLongestSeparator || has_digits(gap)) return false;
  const std::string_view inner = trim(gap, " ");
  if (inner.empty()) return false;
  if (!has_letters(inner)) return true;
  const std::string_view word = inner.starts_with(',') ? trim(inner.substr(1), " ") : inner;
  return gap.starts_with(inner.front() == ',' ? ',' : ' ') && gap.ends_with(' ') &&
         word.size() <= kLongestWord && std::ranges::all_of(word, is_word_byte);
}

// The values one after the other in a text that goes on at `at`; empty separators: they are not.
ListedText listed_from(std::string_view text, std::size_t at, std::span<const std::string> values) {
  ListedText found;
  const std::size_t begin = at;
  at += values.front().size();
  for (const std::string& value : values.subspan(1)) {
    const std::string_view rest = text.substr(at, kLongestSeparator + value.size());
    const std::size_t gap = rest.find(value, 1);
    if (gap == std::string_view::npos || !is_separator(rest.substr(0, gap))) return {};
    found.separators.emplace_back(rest.substr(0, gap));
    at += gap + value.size();
  }
  found.text = text.substr(begin, at - begin);
  sort_unique(found.separators);
  return found;
}

}  // namespace

std::vector<ListedText> listed_texts(const PageSlots& page, std::span<const std::string> values) {
  std::vector<ListedText> all;
  if (values.size() < 2 || std::ranges::any_of(values, &std::string::empty)) return all;
  for (std::uint32_t slot = 0; slot < page.slots.size(); ++slot) {
    const std::string_view text = page.value(slot);
    for (std::size_t at = text.find(values.front()); at != std::string_view::npos;
         at = text.find(values.front(), at + 1)) {
      ListedText listed = listed_from(text, at, values);
      if (listed.separators.empty()) continue;
      // What the separators make of it must be the values.
      if (std::ranges::equal(divided(listed.text, listed.separators), values)) {
        listed.slot = slot;
        all.push_back(std::move(listed));
        break;
      }
    }
  }
  return all;
}

bool stand_apart(const PageSlots& page, std::span<const std::string> values) {
  std::map<std::uint64_t, std::set<std::string_view>> by_kind;  // of elements: values
  for (std::uint32_t number = 0; number < page.slots.size(); ++number) {
    const Slot& slot = page.slots[number];
    const std::string_view text = page.value(number);
    std::set<std::string_view> found;
    for (const std::string& value : values) {
      if (found.size() < 2 && has_words(text, value)) found.insert(value);
    }
    if (found.size() != 1) continue;
    const Element& element = page.elements[slot.element];
    const std::uint64_t tag = hash_pair(element.tag, element.class_hash);
    by_kind[hash_pair(hash_pair(tag, element.depth), static_cast<std::uint64_t>(slot.source))]
        .insert(*found.begin());
  }
  const std::set<std::string_view> wanted(values.begin(), values.end());
  return std::ranges::any_of(by_kind, [&](const auto& kind) { return kind.second == wanted; });
}

std::uint64_t place_of_list(const PageSlots& page, std::uint32_t slot) {
  const Slot& own = page.slots[slot];
  std::uint64_t place = hash_pair(static_cast<std::uint64_t>(own.source), own.index);
  for (std::uint32_t at = own.element; at != kNone; at = page.elements[at].parent) {
    place = hash_pair(hash_pair(place, page.elements[at].tag), page.elements[at].nth);
  }
  return place;
}

std::string to_text(std::span<const std::string> separators) {
  std::string text;
  for (const std::string& separator : separators) {
    text += (text.empty() ? "divided at '" : " or '") + separator + "'";
  }
  return text;
}

bool may_be_several(std::string_view value) {
  return std::ranges::any_of(kUsualSeparators, [&](std::string_view separator) {
    return value.find(separator) != std::string_view::npos;
  });
}

std::vector<std::string> divided(std::string_view text, std::span<const std::string> separators) {
  std::vector<std::string> values;
  const auto add = [&](std::string_view value) {
    value = trim(value, " ");
    if (!value.empty()) values.emplace_back(value);
  };
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t longest = 0;
    for (const std::string& separator : separators) {
      if (text.substr(at).starts_with(separator)) longest = std::max(longest, separator.size());
    }
    if (longest == 0) {
      ++at;
      continue;
    }
    add(text.substr(begin, at - begin));
    at += longest;
    begin = at;
  }
  add(text.substr(begin));
  return values;
}

}  // namespace pagekin::wrapper
