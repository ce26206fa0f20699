// Marks of a page by definition: places and values as strings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "pagekin/dom/tree.h"
#include "pagekin/features/marks.h"
#include "pagekin/html/character_references.h"

#include "reference/tree_features.h"

namespace pagekin::reference {

// Kind, place and value.
using Mark = std::tuple<features::MarkKind, std::string, std::string>;
using Marks = std::set<Mark>;

// Every run of digits as one '0'.
inline std::string without_numbers(std::string_view text) {
  std::string found;
  bool in_number = false;
  for (const char c : text) {
    const bool is_digit = std::string_view("0123456789").find(c) != std::string_view::npos;
    if (!is_digit) found += c;
    if (is_digit && !in_number) found += '0';
    in_number = is_digit;
  }
  return found;
}

inline std::string path_of(const dom::Tree& tree, std::uint32_t element) {
  const std::string above = element == 0 ? "" : path_of(tree, tree.parents[element]);
  return above + "/" + label(tree.tags[element]);
}

inline std::string lower_case(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 0x20);
  }
  return lower;
}

inline void add_attribute_marks(const dom::Tree& tree, std::uint32_t element, Marks& marks) {
  using features::MarkKind;
  const std::set<std::string> kept = {"rel",      "name", "property", "type",
                                      "itemprop", "role", "itemtype", "http-equiv"};
  const std::string path = path_of(tree, element);
  for (const dom::Attribute& attribute : tree.attributes_of(element)) {
    const std::string name = lower_case(tree.view(attribute.name));
    std::string buffer;
    const std::string value(html::decode_references(tree.view(attribute.value), true, buffer));
    if (name == "class") {
      for (const std::string& word : words(value)) {
        marks.insert({MarkKind::kClass, path, without_numbers(word)});
      }
    }
    if (name == "id" && !value.empty()) {
      marks.insert({MarkKind::kId, path, without_numbers(value)});
    }
    if (kept.contains(name)) {
      marks.insert({MarkKind::kAttribute, path, name + "=" + without_numbers(value.substr(0, 40))});
    }
  }
}

// Without the limit on their number.
inline Marks marks(const dom::Tree& tree) {
  using features::MarkKind;
  Marks found;
  std::set<std::uint32_t> attributes_read;  // by the first of them
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::string above = i == 0 ? "" : path_of(tree, tree.parents[i]);
    found.insert({MarkKind::kPath, above, path_of(tree, i)});
    const dom::AttributeRange range = tree.attribute_ranges[i];
    if (range.count > 0 && attributes_read.insert(range.begin).second) {
      add_attribute_marks(tree, i, found);
    }
  }
  const std::set<std::string> raw = {"script",  "style",    "xmp",      "iframe",
                                     "noembed", "noframes", "plaintext"};
  for (const dom::TextLeaf& leaf : tree.texts) {
    if (raw.contains(label(tree.tags[leaf.parent]))) continue;
    const std::string text = text_of(tree, leaf);
    if (text.empty() || text.size() > 40) continue;
    found.insert({MarkKind::kText, path_of(tree, leaf.parent), without_numbers(text)});
  }
  return found;
}

}  // namespace pagekin::reference
