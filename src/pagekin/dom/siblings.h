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

// The numbers of things by the element that is their parent, ascending.
class ByParent {
 public:
  template <class ParentOf>
  ByParent(std::size_t elements, std::size_t things, const ParentOf& parent_of)
      : first_(elements + 1), things_(things) {
    for (std::uint32_t i = 0; i < things; ++i) ++first_[std::size_t{parent_of(i)} + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < things; ++i) things_[next[parent_of(i)]++] = i;
  }

  std::span<const std::uint32_t> of(std::uint32_t element) const {
    const std::size_t next = std::size_t{element} + 1;
    return std::span(things_).subspan(first_[element], first_[next] - first_[element]);
  }

 private:
  std::vector<std::uint32_t> first_;  // by element, and one more: in things_
  std::vector<std::uint32_t> things_;
};

// The texts that are children of each element: numbers in Tree::texts, in document order. A text
// stands before the child `before` of its TextLeaf.
struct OwnTexts : ByParent {
  explicit OwnTexts(const Tree& tree)
      : ByParent(tree.size(), tree.texts.size(),
                 [&](std::uint32_t text) { return tree.texts[text].parent; }) {}
};

}  // namespace pagekin::dom
