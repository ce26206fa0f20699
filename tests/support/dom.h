// Trees as short lines of text, and what holds for every tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/dom/element_name.h"
#include "pagekin/dom/tree.h"

namespace pagekin::test {

// "html(head body(p i))" from element `root` on; the reverse of support/trees.h.
inline std::string outline(const dom::Tree& tree, std::uint32_t root = 0) {
  std::string text;
  std::string buffer;
  std::vector<std::uint32_t> ends;  // of the open elements
  for (std::uint32_t i = root; i < root + tree.sizes[root]; ++i) {
    while (!ends.empty() && ends.back() == i) {
      text += ')';
      ends.pop_back();
    }
    if (!text.empty() && text.back() != '(') text += ' ';
    text += dom::element_name(tree, i, buffer);
    if (tree.sizes[i] > 1) {
      text += '(';
      ends.push_back(i + tree.sizes[i]);
    }
  }
  return text.append(ends.size(), ')');
}

// The same below <body>, where most cases happen.
inline std::string body_outline(const dom::Tree& tree) {
  for (std::uint32_t i = 1; i < tree.size(); i += tree.sizes[i]) {
    if (tree.tags[i] != html::kTagBody) continue;
    const std::string text = outline(tree, i);
    return text == "body" ? "" : text.substr(5, text.size() - 6);
  }
  return "no body";
}

// The first element of a tag; size() when there is none.
inline std::uint32_t first_of(const dom::Tree& tree, html::TagId tag) {
  std::uint32_t i = 0;
  while (i < tree.size() && tree.tags[i] != tag) ++i;
  return i;
}

inline std::uint32_t depth_of(const dom::Tree& tree) {
  std::vector<std::uint32_t> depths(tree.size(), 1);
  std::uint32_t deepest = tree.empty() ? 0 : 1;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    depths[i] = depths[tree.parents[i]] + 1;
    deepest = std::max(deepest, depths[i]);
  }
  return deepest;
}

// Sizes, parents, ranges and spans fit together. False after the first that does not.
inline bool is_consistent(const dom::Tree& tree) {
  const std::size_t size = tree.size();
  if (size == 0 || tree.sizes.size() != size || tree.parents.size() != size ||
      tree.offsets.size() != size || tree.namespaces.size() != size ||
      tree.attribute_ranges.size() != size) {
    return false;
  }
  if (tree.sizes[0] != size || tree.parents[0] != 0) return false;
  const auto fits = [&](dom::Span span) {
    return span.begin <= tree.source.size() && span.size <= tree.source.size() - span.begin;
  };
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::uint32_t parent = tree.parents[i];
    if (i != 0 && (parent >= i || i + tree.sizes[i] > parent + tree.sizes[parent])) return false;
    std::uint32_t sum = 1;
    for (std::uint32_t c = i + 1; c < i + tree.sizes[i]; c += tree.sizes[c]) {
      if (tree.parents[c] != i || tree.sizes[c] == 0) return false;
      sum += tree.sizes[c];
    }
    if (sum != tree.sizes[i]) return false;
    if (tree.offsets[i] != dom::Tree::no_offset &&
        (tree.offsets[i] >= tree.source.size() || tree.source[tree.offsets[i]] != '<')) {
      return false;
    }
    const dom::AttributeRange range = tree.attribute_ranges[i];
    if (range.begin + range.count > tree.attributes.size()) return false;
  }
  for (const dom::Attribute& attribute : tree.attributes) {
    if (!fits(attribute.name) || !fits(attribute.value) || attribute.name.size == 0) return false;
  }
  std::uint32_t before = 0;
  for (const dom::TextLeaf& leaf : tree.texts) {
    if (leaf.before < before || leaf.before > size || leaf.parent >= leaf.before) return false;
    // Its parent's subtree reaches to the place where it stands.
    if (leaf.parent + tree.sizes[leaf.parent] < leaf.before) return false;
    if (leaf.span_count == 0 || leaf.first_span + leaf.span_count > tree.text_spans.size()) {
      return false;
    }
    before = leaf.before;
  }
  for (const dom::Span span : tree.text_spans) {
    if (!fits(span) || span.size == 0) return false;
  }
  return true;
}

inline std::string text_of(const dom::Tree& tree, const dom::TextLeaf& leaf) {
  std::string text;
  for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
    text += tree.view(tree.text_spans[leaf.first_span + i]);
  }
  return text;
}

}  // namespace pagekin::test
