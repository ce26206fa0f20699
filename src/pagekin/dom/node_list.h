// The nodes of a page under construction.
//
// Nodes lie in the order in which they were made. As long as each becomes the last child of an
// element on the path from the root to the latest node, this is document order, and a node only
// stores its parent. The first node that goes elsewhere (such as a misplaced element that is
// moved before its table) turns on links between nodes; then nodes can be inserted and moved
// anywhere.
//
// Without text, elements keep this order as long as none is moved. With text they may not (an
// element may be put into the head after text that follows the head), so each insertion is
// checked.
//
// Cost: O(1) an operation, O(nodes) once when the links are turned on, O(children)
// for move_children(). 28 bytes a node, 16 more with links.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/dom/tag_traits.h"
#include "pagekin/dom/tree.h"

namespace pagekin::dom {

constexpr std::uint32_t kNoNode = 0xffff'ffff;
constexpr Kind kTextKind = 0xffff;  // a node that is text

struct Node {
  html::TagId tag = html::kNoTag;
  Kind kind = 0;
  bool is_open = false;        // on the stack of open elements
  bool is_formatting = false;  // in the list of active formatting elements; of text: closed
  std::uint32_t parent = kNoNode;
  std::uint32_t depth = 1;  // the root has 1; may be wrong after a move
  std::uint32_t offset = Tree::no_offset;
  AttributeRange attributes;  // of text: its first and last piece
};

class NodeList {
 public:
  struct Links {
    std::uint32_t first = kNoNode;
    std::uint32_t last = kNoNode;
    std::uint32_t next = kNoNode;
    std::uint32_t previous = kNoNode;
  };

  void clear(bool with_text) {
    nodes_.clear();
    links_.clear();
    is_linked_ = false;
    with_text_ = with_text;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node& operator[](std::uint32_t node) { return nodes_[node]; }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  const Links& links(std::uint32_t node) const { return links_[node]; }
  bool is_linked() const { return is_linked_; }

  // Not yet in the tree.
  std::uint32_t make(const Node& node) {
    nodes_.push_back(node);
    if (is_linked_) links_.emplace_back();
    return size() - 1;
  }

  // Without links only for the latest node, and without text only where document order
  // is kept.
  void append(std::uint32_t parent, std::uint32_t node) {
    if (with_text_ && !is_linked_ && !comes_last(parent, node)) turn_on_links();
    put_below(parent, node);
    if (is_linked_) link_last(parent, node);
  }

  // The text that is the last child of the element; kNoNode if the last child is an element or
  // missing.
  std::uint32_t last_text(std::uint32_t parent) const {
    // Without links: if the last child is not the latest node, the latest node is inside it.
    const std::uint32_t last = is_linked_ ? links_[parent].last : size() - 1;
    const bool is_text =
        last != kNoNode && nodes_[last].kind == kTextKind && nodes_[last].parent == parent;
    return is_text ? last : kNoNode;
  }

  // The following need the links.
  void turn_on_links();
  void insert_before(std::uint32_t next, std::uint32_t node);
  void detach(std::uint32_t node);
  // Returns how many.
  std::uint32_t move_children(std::uint32_t from, std::uint32_t to);

 private:
  void put_below(std::uint32_t parent, std::uint32_t node) {
    nodes_[node].parent = parent;
    nodes_[node].depth = nodes_[parent].depth + 1;
  }
  void link_last(std::uint32_t parent, std::uint32_t node);

  // Whether a new child of `parent` comes after all earlier nodes in document order. Takes one
  // step for each element that ends here, so O(1) amortised.
  bool comes_last(std::uint32_t parent, std::uint32_t node) const {
    std::uint32_t above = node - 1;
    while (above != parent && above != kNoNode) above = nodes_[above].parent;
    return above == parent;
  }

  std::vector<Node> nodes_;
  std::vector<Links> links_;
  bool is_linked_ = false;
  bool with_text_ = false;
};

}  // namespace pagekin::dom
