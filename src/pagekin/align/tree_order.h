// An order of the two trees of a pair, for alignments that may end early: what they have found by
// then must not depend on which tree was named first.
#pragma once

#include <cstdint>
#include <utility>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::align {

// Returns both trees, the larger one first, if comparing them may take more than `most_steps`
// steps; else as they are. Cost: O(1), for trees of the same size O(n).
inline std::pair<const dom::TagTree*, const dom::TagTree*> in_order(const dom::TagTree& a,
                                                                    const dom::TagTree& b,
                                                                    std::uint64_t most_steps) {
  const bool may_take_more = a.size() > 0 && b.size() > most_steps / a.size();
  if (!may_take_more) return {&a, &b};
  const bool are_in_order = a.size() != b.size() ? a.size() > b.size()
                            : a.tags != b.tags   ? a.tags > b.tags
                                                 : a.sizes >= b.sizes;
  return are_in_order ? std::pair(&a, &b) : std::pair(&b, &a);
}

}  // namespace pagekin::align
