// A tree as tree edit distance reads it: in postorder, with a number for equal subtrees, called
// their shape.
//
//   html(head(title) body(p p))
//
//   position   0 title  1 head  2 p  3 p  4 body  5 html
//   sizes      1        2       1    1    3       6
//   shapes     0        1       2    2    3       4
//
// The subtree of position i is the range (i - sizes[i], i]. Its last child is i - 1; the child
// before child c is c - sizes[c]. The distance of two subtrees depends on their shapes alone, so
// tables are indexed by shape, and a list of 500 equal items costs as much as one item.
//
// Cost: expected O(n) time to make, 20 bytes an element and 8 a shape.
// Limits: only memory. Subtrees are compared, not only hashed, so there are no false equals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/number_slots.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::ted {

constexpr std::uint32_t kNoNumber = UINT32_MAX;  // of an element or a shape

struct EditTree {
  // By position in postorder.
  std::vector<std::uint32_t> labels;    // equal for equal tags
  std::vector<std::uint32_t> sizes;     // elements of the subtree, itself included
  std::vector<std::uint32_t> shapes;    // equal for equal subtrees of this tree; children have
                                        // smaller numbers; 0, 1, ... as they first appear
  std::vector<std::uint32_t> elements;  // position in document order
  // By position in document order.
  std::vector<std::uint32_t> preorder_labels;
  // By shape.
  std::vector<std::uint32_t> places;  // position of its first occurrence
  std::vector<std::uint32_t> ids;     // equal for equal subtrees of all trees of one Subtrees

  std::size_t size() const { return labels.size(); }
  bool empty() const { return labels.empty(); }
  std::size_t shape_count() const { return places.size(); }

  // For a non-empty tree.
  std::uint32_t root() const { return static_cast<std::uint32_t>(size() - 1); }
  std::uint32_t root_id() const { return ids[shapes[root()]]; }

  // The first position of the subtree.
  std::uint32_t leftmost(std::uint32_t position) const { return position + 1 - sizes[position]; }
};

// Knows every subtree of the trees it made. Trees of one Subtrees may be compared with each
// other. Only one thread at a time may use a Subtrees; many may use the trees it made.
class Subtrees {
 public:
  EditTree make(const dom::TagTree& tree);

  // The numbers of different subtrees and tags: all ids and labels are smaller.
  std::size_t count() const { return subtrees_.size(); }
  std::size_t label_count() const { return labels_.size(); }

  // For a subtree by its id: its elements, label, and the ids of its children, last to first.
  std::uint32_t size(std::uint32_t id) const { return subtrees_[id].size; }
  std::uint32_t label(std::uint32_t id) const { return subtrees_[id].label; }
  std::span<const std::uint32_t> children_backwards(std::uint32_t id) const {
    return std::span(children_).subspan(subtrees_[id].begin, subtrees_[id].children);
  }

 private:
  struct Subtree {
    std::uint64_t hash = 0;
    std::uint64_t begin = 0;  // of its children
    std::uint32_t children = 0;
    std::uint32_t label = 0;
    std::uint32_t size = 0;
  };

  struct TagHash {  // strangers choose the names of tags
    std::size_t operator()(html::TagId tag) const { return mix(tag ^ process_seed()); }
  };

  // Returns the id of a subtree. Its children are the ids in children_ from `begin` on; if the
  // subtree is known, they are removed there.
  std::uint32_t id_of(std::uint32_t label, std::uint32_t size, std::size_t begin);

  std::vector<Subtree> subtrees_;
  std::vector<std::uint32_t>
      children_;          // ids, of all subtrees; at the end those of the one being made
  NumberSlots slots_{2};  // ids
  std::vector<std::uint32_t> shape_of_;  // by id: its shape in the tree being made, or kNone
  std::unordered_map<html::TagId, std::uint32_t, TagHash> labels_;
};

struct EditTreePair {
  const EditTree* a;
  const EditTree* b;
};

// Returns both trees, made by one Subtrees. They are valid until the next call on the same
// thread. Recent trees are kept, see align/recent_trees.h.
EditTreePair edit_trees_of(const dom::TagTree& a, const dom::TagTree& b);

}  // namespace pagekin::ted
