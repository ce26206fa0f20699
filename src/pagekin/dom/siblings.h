// Where elements and texts stand in their parents, for all that read a tree.
//
// Cost: linear in the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::dom {

// An element among the child elements of its parent, from 1.
struct SiblingNumber {
  std::uint32_t child = 1;
  std::uint32_t nth = 1;       // among those of its name
  std::uint32_t nth_last = 1;  // the same from the end
};
// By element; `numbers` is overwritten.
void number_siblings(const Tree& tree, std::vector<SiblingNumber>& numbers);

// The texts that are children of each element: numbers in Tree::texts, in document order. A text
// stands before the child `before` of its TextLeaf.
class OwnTexts {
 public:
  explicit OwnTexts(const Tree& tree);

  std::span<const std::uint32_t> of(std::uint32_t element) const {
    const std::size_t next = std::size_t{element} + 1;
    return std::span(texts_).subspan(first_[element], first_[next] - first_[element]);
  }

 private:
  std::vector<std::uint32_t> first_;  // by element, and one more: in texts_
  std::vector<std::uint32_t> texts_;
};

}  // namespace pagekin::dom
