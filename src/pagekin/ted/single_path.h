// Carries out a plan step by step. Each step follows a single path.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/plan.h"

namespace pagekin::ted {

// Returns the distance. Throws Error if the cost of removing one tree and inserting the other is
// 2^63 or more.
EditCost carry_out(const EditPlan& plan, const SidedPair& pair, const EditCosts& costs);

// Returns the memory that carry_out() takes.
std::uint64_t bytes_to_carry_out(const EditPlan& plan, const SidedPair& pair,
                                 const EditCosts& costs);

// Returns the distances of all pairs of subtrees, by shape of the first tree, then of the second.
std::vector<EditCost> all_subtree_distances(const EditPlan& plan, const SidedPair& pair,
                                            const EditCosts& costs);

}  // namespace pagekin::ted
