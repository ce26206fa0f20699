// Which elements of one tree correspond to which of another, so that the rest is cheapest.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Positions in document order.
struct MappedPair {
  std::uint32_t element_a;
  std::uint32_t element_b;
  friend bool operator==(const MappedPair&, const MappedPair&) = default;
};

// A mapping whose cost is the tree edit distance: elements of `a` without a partner are
// removed, those of `b` inserted, pairs with different tags renamed. One to one; document
// order and ancestors stay. By ascending element, in both trees. Both trees come from one
// Subtrees; either may be empty. Throws Error as apted() does.
std::vector<MappedPair> edit_mapping(const ted::EditTree& a, const ted::EditTree& b,
                                     const ted::EditCosts& costs);

}  // namespace pagekin::ted
