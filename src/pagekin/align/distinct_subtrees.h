// The distinct subtrees of a tree, each once.
//
// Pages repeat themselves: a list of 500 items has a handful of different items. A result for
// a pair of subtrees is computed once for all pairs that are equal to it.
//
// Cost: time and memory O(n).
// Limits: subtrees with equal 64-bit hashes count as equal. The hash differs from run to run,
// so nobody can prepare a collision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

using SubtreeNumber = std::uint32_t;  // children have smaller numbers than their parent

class DistinctSubtrees {
 public:
  // Equal children of one parent.
  struct Group {
    SubtreeNumber subtree = 0;
    std::uint32_t count = 0;
    std::uint32_t begin = 0;  // of their places among all children; places ascend
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
    std::uint64_t hash = 0;            // equal for equal subtrees
    std::uint64_t loose_hash = 0;      // equal for equal subtrees up to the order of siblings
    std::uint64_t child_tag_bits = 0;  // a bit for each tag; several tags may share a bit

    std::size_t child_count() const { return end - begin; }
    bool is_leaf() const { return size == 1; }
    bool is_flat() const { return size == 1 + child_count(); }  // all children are leaves
  };

  // False only if no child of x has the tag of a child of y.
  static bool may_share_child_tag(const Info& x, const Info& y) {
    return (x.child_tag_bits & y.child_tag_bits) != 0;
  }

  // Finds the distinct subtrees of a tree and forgets those of the tree before.
  void assign(const dom::TagTree& tree);

  std::size_t size() const { return infos_.size(); }
  SubtreeNumber root() const {
    return static_cast<SubtreeNumber>(infos_.size() - 1);
  }  // of a non-empty tree
  const Info& operator[](SubtreeNumber number) const { return infos_[number]; }

  // The children in document order, and their tags.
  std::span<const SubtreeNumber> children(const Info& info) const {
    return std::span(children_).subspan(info.begin, info.child_count());
  }
  std::span<const html::TagId> child_tags(const Info& info) const {
    return std::span(child_tags_).subspan(info.begin, info.child_count());
  }

  // The children in groups of equal ones, ordered by the first child of each group.
  std::span<const Group> groups(const Info& info) const {
    return std::span(groups_).subspan(info.groups_begin, info.groups_end - info.groups_begin);
  }

  // The place of child i of the group among all children of the parent.
  std::uint32_t place(const Group& group, std::uint32_t i) const {
    return places_[group.begin + i];
  }

 private:
  void add(const dom::TagTree& tree, std::size_t element, std::uint64_t hash);
  void group_children(Info& info);

  std::vector<Info> infos_;
  std::vector<SubtreeNumber> children_;
  std::vector<html::TagId> child_tags_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> places_;
  // Scratch of assign().
  std::vector<SubtreeNumber> number_of_;  // by element
  std::vector<std::uint32_t> group_of_;   // by subtree
};

struct DistinctSubtreesPair {
  const DistinctSubtrees* a;
  const DistinctSubtrees* b;
};

// Returns the distinct subtrees of both trees. They are valid until the next call on the
// same thread. Those of recent trees are kept, see recent_trees.h.
DistinctSubtreesPair distinct_subtrees_of(const dom::TagTree& a, const dom::TagTree& b);

}  // namespace pagekin::align
