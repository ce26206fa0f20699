// Tree edit distance: the least cost of inserting, removing and renaming elements that
// turns one tree into the other, three ways that give the same number.
//
// An element that is removed leaves its children to its parent, in its place; inserting
// is the reverse. Siblings are in order.
#pragma once

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Both trees come from one Subtrees; either may be empty. From any thread. `work`, where
// given, is added to. Throws Error where the cost of removing one tree and inserting the
// other is 2^63 or more.
EditCost zhang_shasha(const EditTree& a, const EditTree& b, const EditCosts& costs,
                      EditWork* work = nullptr);
EditCost rted(const EditTree& a, const EditTree& b, const EditCosts& costs,
              EditWork* work = nullptr);
EditCost apted(const EditTree& a, const EditTree& b, const EditCosts& costs,
               EditWork* work = nullptr);

// What they would do, before they do it. Finding it out is itself work: time and memory
// O(n log n) for zhang_shasha, and in proportion to the product of the numbers of shapes
// for rted and apted, up to 2^25; from there on they do what zhang_shasha does.
EditWork zhang_shasha_work(const EditTree& a, const EditTree& b, const EditCosts& costs);
EditWork rted_work(const EditTree& a, const EditTree& b, const EditCosts& costs);
EditWork apted_work(const EditTree& a, const EditTree& b, const EditCosts& costs);

}  // namespace pagekin::ted
