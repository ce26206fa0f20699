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

inline std::string trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n\f\r"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n\f\r") + 1 - begin));
}

inline std::string last_part(std::string_view address) {
  std::string text = trimmed(address);
  while (text.ends_with('/')) text.pop_back();
  return text.substr(text.find_last_of("/#") + 1);
}

inline void declare(Marks& marks, const std::string& place, const std::string& value) {
  if (value.empty() || value.size() > 40) return;
  marks.insert({features::MarkKind::kDeclared, place, value});
}

inline bool has_number(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

inline void add_declarations(const dom::Tree& tree, std::uint32_t element, Marks& marks) {
  const std::string path = path_of(tree, element);
  const bool near_root =
      path == "/html" || path == "/html/body" ||
      (path.starts_with("/html/body/") && path.find('/', 11) == std::string::npos);
  std::string meta_name;
  std::string content;
  std::string item;
  bool has_content = false;
  bool is_property = false;
  for (const dom::Attribute& attribute : tree.attributes_of(element)) {
    const std::string name = lower_case(tree.view(attribute.name));
    const std::string spelled(tree.view(attribute.value));
    std::string buffer;
    const std::string value(html::decode_references(spelled, true, buffer));
    if (near_root && name == "class") {
      for (const std::string& word : words(value)) {
        if (has_number(word)) declare(marks, path + "." + without_numbers(word), word);
      }
    }
    if (near_root && name == "id" && has_number(value)) {
      declare(marks, path + "#" + without_numbers(value), value);
    }
    if (name == "property" && lower_case(spelled).ends_with("type"))
      meta_name = lower_case(spelled);
    if (name == "name" && lower_case(spelled).ends_with("type") && meta_name.empty()) {
      meta_name = lower_case(spelled);
    }
    if (name == "content") content = trimmed(value);
    has_content = has_content || name == "content";
    if (name == "itemtype") item = last_part(value);
    is_property = is_property || name == "itemprop";
  }
  if (label(tree.tags[element]) == "meta" && has_content && !meta_name.empty()) {
    declare(marks, "meta " + meta_name, content);
  }
  if (!is_property) declare(marks, "itemtype", item);
}

// Types of the texts of tests, which have no quote inside of a string.
inline void add_json_types(std::string_view text, Marks& marks) {
  std::size_t at = 0;
  while ((at = text.find("\"@type\"", at)) != std::string_view::npos) {
    at += 7;
    const std::size_t colon = text.find_first_not_of(" \n", at);
    if (colon == std::string_view::npos || text[colon] != ':') continue;
    const std::size_t value = text.find_first_not_of(" \n", colon + 1);
    if (value == std::string_view::npos) return;
    const bool is_list = text[value] == '[';
    const std::size_t end = is_list ? text.find(']', value) : text.find('"', value + 1) + 1;
    const std::string_view strings = text.substr(value, end - value);
    for (std::size_t from = strings.find('"'); from != std::string_view::npos;) {
      const std::size_t to = strings.find('"', from + 1);
      declare(marks, "json", last_part(strings.substr(from + 1, to - from - 1)));
      from = strings.find('"', to + 1);
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
      add_declarations(tree, i, found);
    }
  }
  const std::set<std::string> raw = {"script",  "style",    "xmp",      "iframe",
                                     "noembed", "noframes", "plaintext"};
  for (const dom::TextLeaf& leaf : tree.texts) {
    const std::string text = text_of(tree, leaf);
    if (raw.contains(label(tree.tags[leaf.parent]))) {
      for (const dom::Attribute& attribute : tree.attributes_of(leaf.parent)) {
        if (lower_case(tree.view(attribute.name)) == "type" &&
            tree.view(attribute.value) == "application/ld+json") {
          add_json_types(text, found);
        }
      }
      continue;
    }
    if (text.empty() || text.size() > 40) continue;
    found.insert({MarkKind::kText, path_of(tree, leaf.parent), without_numbers(text)});
  }
  return found;
}

}  // namespace pagekin::reference
