// The XPath of an element by its definition: for every step all siblings are asked for
// their names. The slow, obvious twin of dom::XPaths.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/dom/element_name.h"
#include "pagekin/dom/tree.h"

namespace pagekin::reference {

inline std::string element_name(const dom::Tree& tree, std::uint32_t element) {
  std::string buffer;
  return std::string(dom::element_name(tree, element, buffer));
}

inline std::string naive_literal(const std::string& text) {
  if (text.find('\'') == text.npos) return "'" + text + "'";
  if (text.find('"') == text.npos) return '"' + text + '"';
  std::string out = "concat('";
  for (const char c : text) out += c == '\'' ? "',\"'\",'" : std::string(1, c);
  return out + "')";
}

inline std::string naive_xpath(const dom::Tree& tree, std::uint32_t element) {
  const std::string name = element_name(tree, element);
  std::uint32_t before = 0;
  std::uint32_t all = 0;
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    if (element == 0 || tree.parents[i] != tree.parents[element]) continue;
    if (element_name(tree, i) != name) continue;
    ++all;
    if (i <= element) ++before;
  }
  const bool plain = name.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789-_.") == name.npos;
  std::string step = plain ? name : "*[name()=" + naive_literal(name) + "]";
  if (all > 1) step += "[" + std::to_string(before) + "]";
  return (element == 0 ? "" : naive_xpath(tree, tree.parents[element])) + "/" + step;
}

}  // namespace pagekin::reference
