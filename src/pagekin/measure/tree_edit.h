// Tree edit distance: the least cost of inserting, removing and renaming elements that
// turns one tree into the other, three ways that give the same number.
#pragma once

#include "pagekin/measure/edit_costs.h"
#include "pagekin/measure/edit_tree.h"

namespace pagekin::measure {

// Both trees come from one Subtrees; either may be empty. From any thread; buffers are
// kept per thread. `work`, where given, is added to.
EditCost zhang_shasha(const EditTree& a, const EditTree& b, const EditCosts& costs,
                      EditWork* work = nullptr);
EditCost rted(const EditTree& a, const EditTree& b, const EditCosts& costs,
              EditWork* work = nullptr);
EditCost apted(const EditTree& a, const EditTree& b, const EditCosts& costs,
               EditWork* work = nullptr);

// What they would do, before they do it. Finding it out is itself work in proportion to
// the product of the numbers of shapes for rted and apted.
EditWork zhang_shasha_work(const EditTree& a, const EditTree& b, const EditCosts& costs);
EditWork apted_work(const EditTree& a, const EditTree& b, const EditCosts& costs);

}  // namespace pagekin::measure
