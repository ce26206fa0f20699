// The mapping of the elements of two trees that tree edit distance chooses.
//
// It is for the report, which marks what differs between two pages.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Two elements that correspond, by their positions in document order.
struct MappedPair {
  std::uint32_t element_a;
  std::uint32_t element_b;
  friend bool operator==(const MappedPair&, const MappedPair&) = default;
};

// Returns a mapping whose cost is the tree edit distance: elements of `a` without a partner are
// removed, those of `b` inserted, pairs with different tags renamed. It is one to one and keeps
// document order and ancestors. Pairs ascend in both trees. Both trees come from one Subtrees;
// either may be empty. Throws Error like apted().
std::vector<MappedPair> edit_mapping(const EditTree& a, const EditTree& b, const EditCosts& costs);

}  // namespace pagekin::ted
