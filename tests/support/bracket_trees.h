// Trees in bracket notation: bracket_tree("{a{b}{c}}").
//
// A label is a string of any bytes, which may be empty; a brace in it is written "\{" or "\}".
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::test {

// Labels are compared byte by byte. Tags are not: they ignore case.
inline html::TagId bracket_label(std::string_view label) {
  return html::kUnknownTagBit | static_cast<html::TagId>(hash_bytes(label));
}

inline dom::TagTree bracket_tree(std::string_view text) {
  dom::TagTree made;
  std::vector<std::uint32_t> open;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at++];
    if (c == '{') {
      if (open.empty() && !made.empty()) throw std::runtime_error("more than one tree");
      std::string label;
      for (; at < text.size() && text[at] != '{' && text[at] != '}'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        label += text[at];
      }
      open.push_back(static_cast<std::uint32_t>(made.size()));
      made.tags.push_back(bracket_label(label));
      made.sizes.push_back(1);
    } else if (c == '}' && !open.empty()) {
      made.sizes[open.back()] = static_cast<std::uint32_t>(made.size()) - open.back();
      open.pop_back();
    } else if (c != ' ' && c != '\r' && c != '\n') {
      throw std::runtime_error("not a tree in bracket notation");
    }
  }
  if (!open.empty()) throw std::runtime_error("a bracket is not closed");
  return made;
}

}  // namespace pagekin::test
