// From nodes to the flat tree.
//
// If nodes are still in document order, they are copied in their order. Otherwise the links are
// followed once, without a stack: down to the first child, to the next sibling, up to the parent.
// This walk enforces the depth limit for moved nodes and leaves out the content of templates.
// Both stop at the limit of elements: a prefix of a tree in document order is a tree.
//
// Cost: O(nodes).
#include <algorithm>

#include "pagekin/dom/construction.h"

namespace pagekin::dom {

void Construction::finish() {
  if (has_template_ && !options_.templates) nodes_.turn_on_links();
  if (nodes_.is_linked()) {
    flatten();
  } else if (options_.text) {
    copy_with_text();
  } else {
    copy_in_order();
  }
  tree_.sizes.assign(tree_.tags.size(), 1);
  for (std::size_t i = tree_.tags.size(); --i > 0;) {
    tree_.sizes[tree_.parents[i]] += tree_.sizes[i];
  }
}

void Construction::resize_tree(std::size_t size) {
  tree_.tags.resize(size);
  tree_.parents.resize(size);
  tree_.offsets.resize(size);
  tree_.namespaces.resize(size);
  tree_.attribute_ranges.resize(size);
}

void Construction::put_element(std::uint32_t out, const Node& node, std::uint32_t parent) {
  tree_.tags[out] = node.tag;
  tree_.parents[out] = parent;
  tree_.offsets[out] = node.offset;
  tree_.namespaces[out] = namespace_of(node.kind);
  tree_.attribute_ranges[out] = node.attributes;
}

void Construction::copy_in_order() {
  const std::uint32_t size = std::min(nodes_.size(), options_.max_elements);
  resize_tree(size);
  put_element(0, nodes_[0], 0);
  for (std::uint32_t i = 1; i < size; ++i) put_element(i, nodes_[i], nodes_[i].parent);
}

void Construction::copy_with_text() {
  resize_tree(elements_);
  std::vector<std::uint32_t>& element_of = path_;  // by node that is one
  element_of.resize(nodes_.size());
  std::uint32_t out = 0;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const std::uint32_t parent = i == 0 ? 0 : element_of[node.parent];
    if (node.kind == kTextKind) {
      put_text(node, parent, out);
      continue;
    }
    if (out == options_.max_elements) break;
    put_element(out, node, parent);
    element_of[i] = out++;
  }
  resize_tree(out);
}

void Construction::put_text(const Node& node, std::uint32_t parent, std::uint32_t before) {
  const auto first = static_cast<std::uint32_t>(tree_.text_spans.size());
  for (std::uint32_t i = node.attributes.begin; i != kNoNode; i = text_pieces_[i].next) {
    tree_.text_spans.push_back(text_pieces_[i].span);
  }
  const auto count = static_cast<std::uint32_t>(tree_.text_spans.size()) - first;
  tree_.texts.push_back({parent, before, first, count});
}

void Construction::flatten() {
  resize_tree(elements_);
  path_.assign(1, 0);  // the last element put at each depth
  std::uint32_t out = 0;
  std::uint32_t depth = 1;
  std::uint32_t at = 0;
  for (;;) {
    const Node& node = nodes_[at];
    const std::uint32_t parent_depth = std::min(depth, options_.max_depth) - 1;
    if (node.kind == kTextKind) {
      put_text(node, path_[std::min(depth - 1, options_.max_depth)], out);
    } else {
      if (out == options_.max_elements) break;
      tree_.limits.depth |= depth > options_.max_depth;
      path_.resize(parent_depth + 1);
      put_element(out, node, path_[parent_depth]);
      path_.push_back(out++);
    }

    const bool is_closed = node.kind == html::kTagTemplate && !options_.templates;
    if (node.kind != kTextKind && !is_closed && nodes_.links(at).first != kNoNode) {
      at = nodes_.links(at).first;
      ++depth;
      continue;
    }
    while (at != 0 && nodes_.links(at).next == kNoNode) {
      at = nodes_[at].parent;
      --depth;
    }
    if (at == 0) break;
    at = nodes_.links(at).next;
  }
  resize_tree(out);
}

}  // namespace pagekin::dom
