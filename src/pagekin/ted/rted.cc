// RTED: tree edit distance along left, right and heavy paths, the best for each pair of
// subtrees.
//
// Source: Pawlik, Augsten: RTED: A Robust Algorithm for the Tree Edit Distance, PVLDB 5,
// 2011.
// Cost: time O(n^3) at worst, never more than zhang_shasha; memory O(shapes of one tree
// * shapes of the other), and O(n^2) for subtrees of n elements compared along heavy paths.
#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/planned_distance.h"

namespace pagekin::ted {

EditCost rted(const EditTree& a, const EditTree& b, const EditCosts& costs, EditWork* work) {
  return planned_distance(a, b, costs, work, cheapest_plan<InnerPaths::kHeavy>);
}

EditWork rted_work(const EditTree& a, const EditTree& b, const EditCosts& costs) {
  return planned_work(a, b, costs, cheapest_plan<InnerPaths::kHeavy>);
}

}  // namespace pagekin::ted
