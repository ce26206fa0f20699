// Tree edit distance up to a bound, in time that depends on the bound.
#pragma once

#include "pagekin/measure/edit_costs.h"
#include "pagekin/measure/edit_tree.h"

namespace pagekin::measure {

// The distance, or any larger number than `at_most` where it is larger than that; the
// smaller `at_most`, the cheaper. Both trees come from one Subtrees; either may be empty.
EditCost bounded_tree_edit(const EditTree& a, const EditTree& b, const EditCosts& costs,
                           EditCost at_most, EditWork* work = nullptr);

}  // namespace pagekin::measure
