// The different subtrees of a tree, each once.
//
// Pages repeat themselves: a list of 500 items has a handful of different items. What
// is computed for a pair of subtrees is computed once for all pairs that look the same.
//
// Cost: time and memory O(n).
// Limits: subtrees are told apart by a 64-bit hash that differs from run to run, so that
// equal hashes cannot be prepared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

using Shape = std::uint32_t;  // number of a subtree; children have smaller numbers

class Shapes {
 public:
  // Equal children of one parent.
  struct Group {
    Shape shape = 0;
    std::uint32_t count = 0;
    std::uint32_t begin = 0;  // of their places among all children, which ascend
  };

  struct Info {
    html::TagId tag = html::kNoTag;
    std::uint32_t size = 1;           // elements
    std::uint32_t height = 1;         // levels; 1 for a leaf
    std::uint32_t leaves = 1;         // 1 for a leaf
    std::uint32_t child_heights = 0;  // sum over the children
    std::uint32_t begin = 0;          // of the children
    std::uint32_t end = 0;
    std::uint32_t groups_begin = 0;
    std::uint32_t groups_end = 0;
    std::uint64_t hash = 0;            // equal subtrees
    std::uint64_t loose_hash = 0;      // equal subtrees up to the order of siblings
    std::uint64_t child_tag_bits = 0;  // one for each tag, several tags may have the same

    std::size_t child_count() const { return end - begin; }
    bool is_leaf() const { return size == 1; }
    bool is_flat() const { return size == 1 + child_count(); }  // all children are leaves
  };

  // Whether some child of one may have the tag of some child of the other; if not, none has.
  static bool may_share_child_tag(const Info& x, const Info& y) {
    return (x.child_tag_bits & y.child_tag_bits) != 0;
  }

  void assign(const dom::TagTree& tree);

  std::size_t size() const { return infos_.size(); }
  Shape root() const { return static_cast<Shape>(infos_.size() - 1); }  // of a non-empty tree
  const Info& operator[](Shape shape) const { return infos_[shape]; }

  // Of the children in document order, and their tags.
  std::span<const Shape> children(const Info& info) const {
    return std::span(children_).subspan(info.begin, info.child_count());
  }
  std::span<const html::TagId> child_tags(const Info& info) const {
    return std::span(child_tags_).subspan(info.begin, info.child_count());
  }

  // The children again, in order of the first of each group.
  std::span<const Group> groups(const Info& info) const {
    return std::span(groups_).subspan(info.groups_begin, info.groups_end - info.groups_begin);
  }
  std::uint32_t place(const Group& group, std::uint32_t i) const {
    return places_[group.begin + i];
  }

  // Whether these are the shapes of `tree`, in much less time than assign() takes.
  bool are_of(const dom::TagTree& tree) const { return tree == tree_; }

 private:
  void add(const dom::TagTree& tree, std::size_t element, std::uint64_t hash);
  void group_children(Info& info);

  dom::TagTree tree_;
  std::vector<Info> infos_;
  std::vector<Shape> children_;
  std::vector<html::TagId> child_tags_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> places_;
  std::vector<Shape> shape_of_;          // by element, while they are found
  std::vector<std::uint32_t> group_of_;  // by shape, while children are grouped
};

struct ShapePair {
  const Shapes* a;
  const Shapes* b;
};

// Those of both trees, kept by the thread until its next call. Trees that were lately
// asked for are known by their content, so that comparing some with some others works on
// each of them once.
ShapePair shapes_of(const dom::TagTree& a, const dom::TagTree& b);

}  // namespace pagekin::align
