// Disjoint sets over 0..n-1 that only ever merge.
//
// Union towards the smaller number with path halving: the representative of a
// set is its smallest member, so the outcome does not depend on the order of the
// unions. Amortised O(log n) an operation, 4 bytes an element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pagekin {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count = 0) {
    parent_.reserve(count);
    while (parent_.size() < count) add();
  }

  // A new set of one; returns its only member.
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

  std::uint32_t find(std::uint32_t element) {
    while (parent_[element] != element) {
      parent_[element] = parent_[parent_[element]];
      element = parent_[element];
    }
    return element;
  }

  // Returns whether the two were apart before.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    return true;
  }

  // Asks for the memory that find(element) will read. Inlined because a call that does
  // nothing else looks useless to the compiler and would be left out.
  [[gnu::always_inline]] void prefetch(std::uint32_t element) const {
    __builtin_prefetch(&parent_[element]);
  }

  std::size_t size() const { return parent_.size(); }
  void reserve(std::size_t count) { parent_.reserve(count); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace pagekin
