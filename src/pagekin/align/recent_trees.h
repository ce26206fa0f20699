// A cache of what was made from recent trees, first in, first out.
//
// Trees are found by their content. Comparing some pages with some others then works on each
// page once.
#pragma once

#include <cstddef>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

template <class Made>
class RecentTrees {
 public:
  explicit RecentTrees(std::size_t most_trees) : most_trees_(most_trees) {
    entries_.reserve(most_trees);
  }

  // Returns what was made from the tree. If the tree is not there, calls make(Made&), which
  // may get what was made from an older tree, to use its memory. The reference is valid until
  // another call replaces the entry; `keep` is an entry that this call must not replace.
  template <class Make>
  const Made& of(const dom::TagTree& tree, Make make, const Made* keep = nullptr) {
    for (const Entry& entry : entries_) {
      if (entry.tree == tree) return entry.made;
    }
    elements_ += tree.size();
    if (entries_.size() < most_trees_) {
      next_ = entries_.size();
      entries_.emplace_back();
    }
    if (&entries_[next_].made == keep) next_ = (next_ + 1) % most_trees_;
    Entry& entry = entries_[next_];
    next_ = (next_ + 1) % most_trees_;
    try {
      make(entry.made);
      entry.tree = tree;
    } catch (...) {
      clear();  // the entry is half made
      throw;
    }
    return entry.made;
  }

  // The number of elements of all trees added since the last clear().
  std::size_t elements_added() const { return elements_; }

  // Forgets all trees and frees their memory.
  void clear() {
    entries_.clear();
    elements_ = 0;
    next_ = 0;
  }

 private:
  struct Entry {
    dom::TagTree tree;
    Made made;
  };

  std::size_t most_trees_;
  std::vector<Entry> entries_;  // never grows beyond what is reserved, so entries stay in place
  std::size_t next_ = 0;        // the entry to replace
  std::size_t elements_ = 0;
};

}  // namespace pagekin::align
