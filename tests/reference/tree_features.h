// Features of trees by definition: paths as strings, pq-grams as lists of labels,
// children walked by recursion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"
#include "pagekin/html/character_references.h"

namespace pagekin::reference {

using Strings = std::vector<std::string>;

inline std::string label(html::TagId tag) {
  const std::string_view name = html::tag_name(tag);
  return name.empty() ? "tag" + std::to_string(tag) : std::string(name);
}

inline std::vector<std::uint32_t> children(const dom::TagTree& tree, std::uint32_t node) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t c = node + 1; c < node + tree.sizes[node]; c += tree.sizes[c]) {
    found.push_back(c);
  }
  return found;
}

inline void add_leaf_paths(const dom::TagTree& tree, std::uint32_t node, const std::string& above,
                           Strings& paths) {
  const std::string path = above + "/" + label(tree.tags[node]);
  const auto below = children(tree, node);
  if (below.empty()) paths.push_back(path);
  for (const std::uint32_t child : below) add_leaf_paths(tree, child, path, paths);
}

// In document order.
inline Strings leaf_paths(const dom::TagTree& tree) {
  Strings paths;
  if (!tree.empty()) add_leaf_paths(tree, 0, "", paths);
  return paths;
}

inline void add_pq_grams(const dom::TagTree& tree, std::uint32_t node, Strings ancestors,
                         std::size_t p, std::size_t q, std::vector<Strings>& grams) {
  ancestors.push_back(label(tree.tags[node]));
  const Strings stem(ancestors.end() - static_cast<std::ptrdiff_t>(p), ancestors.end());
  const auto below = children(tree, node);
  Strings row(below.empty() ? q : q - 1, "*");
  for (const std::uint32_t child : below) row.push_back(label(tree.tags[child]));
  if (!below.empty()) row.insert(row.end(), q - 1, "*");
  for (std::size_t i = 0; i + q <= row.size(); ++i) {
    Strings gram = stem;
    for (std::size_t j = 0; j < q; ++j) gram.push_back(row[i + j]);
    grams.push_back(gram);
  }
  for (const std::uint32_t child : below) add_pq_grams(tree, child, ancestors, p, q, grams);
}

// In no particular order.
inline std::vector<Strings> pq_grams(const dom::TagTree& tree, std::size_t p, std::size_t q) {
  std::vector<Strings> grams;
  if (!tree.empty()) add_pq_grams(tree, 0, Strings(p - 1, "*"), p, q, grams);
  return grams;
}

// Of the children that are equal once they are folded, the first.
inline dom::TagTree fold(const dom::TagTree& tree, std::uint32_t node = 0) {
  dom::TagTree folded;
  if (tree.empty()) return folded;
  std::vector<dom::TagTree> different;
  for (const std::uint32_t child : children(tree, node)) {
    const dom::TagTree one = fold(tree, child);
    if (std::ranges::find(different, one) == different.end()) different.push_back(one);
  }
  folded.tags = {tree.tags[node]};
  folded.sizes = {1};
  for (const dom::TagTree& one : different) {
    folded.tags.insert(folded.tags.end(), one.tags.begin(), one.tags.end());
    folded.sizes.insert(folded.sizes.end(), one.sizes.begin(), one.sizes.end());
  }
  folded.sizes[0] = static_cast<std::uint32_t>(folded.tags.size());
  return folded;
}

template <class T>
std::set<std::vector<T>> shingles(const std::vector<T>& sequence, std::size_t k) {
  if (!sequence.empty() && sequence.size() < k) return {sequence};
  std::set<std::vector<T>> found;
  for (std::size_t i = 0; i + k <= sequence.size(); ++i) {
    const auto begin = sequence.begin() + static_cast<std::ptrdiff_t>(i);
    found.emplace(begin, begin + static_cast<std::ptrdiff_t>(k));
  }
  return found;
}

// The words between white space.
inline Strings words(std::string_view text) {
  Strings found;
  std::string word;
  for (const char c : text) {
    if (std::string_view(" \t\n\f\r").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      found.push_back(word);
      word.clear();
    }
  }
  if (!word.empty()) found.push_back(word);
  return found;
}

inline std::set<std::string> class_names(const dom::Tree& tree) {
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    for (const dom::Attribute& attribute : tree.attributes_of(i)) {
      if (attribute.known != dom::AttributeName::kClass) continue;
      std::string buffer;
      for (const std::string& name :
           words(html::decode_references(tree.view(attribute.value), true, buffer))) {
        names.insert(name);
      }
    }
  }
  return names;
}

inline std::string text_of(const dom::Tree& tree, const dom::TextLeaf& leaf) {
  const std::set<std::string> raw = {"script",  "style",    "xmp",      "iframe",
                                     "noembed", "noframes", "plaintext"};
  const bool is_html = tree.namespaces[leaf.parent] == dom::Namespace::kHtml;
  const bool is_raw = is_html && raw.contains(label(tree.tags[leaf.parent]));
  std::string text;
  bool is_cdata = false;
  std::uint32_t last_end = 0;
  for (std::uint32_t i = leaf.first_span; i < leaf.first_span + leaf.span_count; ++i) {
    const dom::Span span = tree.text_spans[i];
    if (span.begin != last_end) {
      is_cdata =
          !is_html && span.begin >= 9 && tree.source.substr(span.begin - 9, 9) == "<![CDATA[";
    }
    last_end = span.begin + span.size;
    std::string buffer;
    text += is_raw || is_cdata ? tree.view(span)
                               : html::decode_references(tree.view(span), false, buffer);
  }
  std::string collapsed;
  for (const std::string& word : words(text)) collapsed += (collapsed.empty() ? "" : " ") + word;
  return collapsed;
}

// Texts stand in quotes, which no tag has.
inline Strings document_paths(const dom::Tree& tree) {
  Strings plain;
  Strings path_of(tree.size());
  std::size_t next_text = 0;
  for (std::uint32_t i = 0; i <= tree.size(); ++i) {
    while (next_text < tree.texts.size() && tree.texts[next_text].before == i) {
      const dom::TextLeaf& leaf = tree.texts[next_text++];
      const std::string text = text_of(tree, leaf);
      if (!text.empty()) plain.push_back(path_of[leaf.parent] + "/\"" + text + "\"");
    }
    if (i == tree.size()) break;
    path_of[i] = (i == 0 ? "" : path_of[tree.parents[i]]) + "/" + label(tree.tags[i]);
    plain.push_back(path_of[i]);
  }
  std::map<std::string, int> seen;
  for (std::string& path : plain) {
    const int k = ++seen[path];
    if (k >= 2) path += "#" + std::to_string(k);
  }
  return plain;
}

}  // namespace pagekin::reference
