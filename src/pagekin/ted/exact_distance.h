// Tree edit distance: the least cost of inserting, removing and renaming elements that turns one
// tree into the other. Three algorithms, which give the same number.
//
// Removing an element puts its children in its place below its parent; inserting is the
// reverse. Siblings are ordered.
#pragma once

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Return the distance. Both trees come from one Subtrees; either may be empty. Any thread may
// call them. They add to `work`, if there is one. They throw Error if the cost of removing one
// tree and inserting the other is 2^63 or more.
EditCost zhang_shasha(const EditTree& a, const EditTree& b, const EditCosts& costs,
                      EditWork* work = nullptr);
EditCost rted(const EditTree& a, const EditTree& b, const EditCosts& costs,
              EditWork* work = nullptr);
EditCost apted(const EditTree& a, const EditTree& b, const EditCosts& costs,
               EditWork* work = nullptr);

// Return the work that they would do, without doing it. This takes time and memory itself:
// O(n log n) for zhang_shasha; for rted and apted in proportion to the product of the numbers of
// shapes, up to 2^25. If the product is larger, they do what zhang_shasha does.
EditWork zhang_shasha_work(const EditTree& a, const EditTree& b, const EditCosts& costs);
EditWork rted_work(const EditTree& a, const EditTree& b, const EditCosts& costs);
EditWork apted_work(const EditTree& a, const EditTree& b, const EditCosts& costs);

}  // namespace pagekin::ted
