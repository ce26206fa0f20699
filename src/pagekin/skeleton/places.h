// The places of a page's elements and values, see template_model.h, and labels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

constexpr std::size_t kPlaceSteps = 4;  // elements of a place
constexpr std::size_t kMaxLabelBytes = 60;

constexpr std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
  return mix(a * 0x9e3779b97f4a7c15 + b);
}

// The keys of a page's elements.
struct Places {
  std::vector<std::uint64_t> steps;   // by element: its tag and stable names
  std::vector<std::uint64_t> places;  // by element: the last kPlaceSteps steps that lead to it
  std::vector<std::uint32_t> depths;  // by element; the root's is 0

  // is_stable(hash) says whether a class name or id counts.
  template <class IsStable>
  void read(const PageNodes& page, const IsStable& is_stable) {
    const std::size_t count = page.nodes.size();
    steps.resize(count);
    places.resize(count);
    depths.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Node& node = page.nodes[i];
      std::uint64_t step = mix(node.tag + 0x51ed270b);
      for (const Name& name : page.names_of(i)) {
        if (name.is_class_or_id() && is_stable(name.hash)) step = combine(step, name.hash);
      }
      steps[i] = step;
      depths[i] = i == 0 ? 0 : depths[node.parent] + 1;
      std::uint64_t place = step;
      std::uint32_t above = node.parent;
      std::uint32_t below = i;
      for (std::size_t k = 1; k < kPlaceSteps && below != 0; ++k) {
        place = combine(place, steps[above]);
        below = above;
        above = page.nodes[above].parent;
      }
      places[i] = place;
    }
  }
};

// The key of a value: its source with its place, or with its name for values that have one.
inline std::uint64_t key_of(const Value& value, const Places& places) {
  const std::uint64_t where = value.key != 0 ? value.key : places.places[value.element];
  return value.source == Source::kText ? where
                                       : combine(where, static_cast<std::uint64_t>(value.source));
}

// The label that a text would be: a hash of its lower-case letters and digits, each run of other
// characters read as one space, each digit as '#'. 0 for a text that is too long or has no letters
// or digits.
inline std::uint64_t label_of(std::string_view text) {
  if (text.size() > kMaxLabelBytes) return 0;
  char label[kMaxLabelBytes];
  std::size_t size = 0;
  bool is_space = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    char letter = 0;
    if (c >= '0' && c <= '9') {
      letter = '#';
    } else if ((c >= 'a' && c <= 'z') || byte >= 0x80) {
      letter = c;
    } else if (c >= 'A' && c <= 'Z') {
      letter = static_cast<char>(c + 32);
    } else {
      is_space = true;
      continue;
    }
    if (is_space && size > 0) label[size++] = ' ';
    is_space = false;
    label[size++] = letter;
  }
  return size == 0 ? 0 : hash_bytes({label, size}, 7) | 1;
}

// Whether the text has a letter or digit of any script.
inline bool has_letters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

// "Publisher" of "Publisher: Knopf"; empty if the text has no such beginning.
inline std::string_view prefix_of(std::string_view text) {
  constexpr std::size_t longest = 30;
  const std::size_t end = text.substr(0, longest + 1).find_first_of(":=");
  if (end == std::string_view::npos || end < 2 || text.substr(end).starts_with("://")) return {};
  std::string_view prefix = text.substr(0, end);
  if (prefix.find_first_of("0123456789") != std::string_view::npos) return {};
  while (prefix.ends_with(' ')) prefix.remove_suffix(1);
  return has_letters(prefix) ? prefix : std::string_view();
}

}  // namespace pagekin::skeleton
