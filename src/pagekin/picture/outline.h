// The outline of a page: its elements without formatting, scripts and other things that nobody
// sees, each with a label, the hash of its place and the begin of its own text.
//
// A label is the tag with an id and a class: "div#main.content". An id or class with a digit is
// left out, because it is mostly a number of content. Equal labels below equal places have equal
// places, so the items of a list have one place.
//
// Cost: linear in the elements and texts of the page. Limits: the first kMostNodes elements, and
// kMostTextBytes of each text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::picture {

constexpr std::size_t kMostNodes = 1500;
constexpr std::size_t kMostTextBytes = 48;

struct OutlineNode {
  std::uint32_t parent = 0;     // the first node is its own parent
  std::uint32_t label = 0;      // an index into Outline::labels
  std::uint64_t place = 0;      // hash of the labels from the root on
  std::uint64_t text_hash = 0;  // of all of its own text; 0: it has none
  std::string text;             // the begin of it, with collapsed white space
};

struct Outline {
  std::vector<OutlineNode> nodes;  // in document order; the body is the first
  std::vector<std::string> labels;
  // By element of the tree: the node that it is, or is in; no_node outside of the body.
  std::vector<std::uint32_t> node_of;

  static constexpr std::uint32_t no_node = UINT32_MAX;
  const std::string& label(const OutlineNode& node) const { return labels[node.label]; }
};

// The tree must have been built with attributes and text.
Outline outline_of(const dom::Tree& tree);

// "main > div.post > h2": the last `most` labels of the path to a node.
std::string path_of(const Outline& outline, std::uint32_t node, std::size_t most = 4);

}  // namespace pagekin::picture
