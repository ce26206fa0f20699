// APTED: tree edit distance along any paths, the best for each pair of subtrees.
//
// Source: Pawlik, Augsten: Tree edit distance: Robust and memory-efficient, Information
// Systems 56, 2016.
// Cost: time O(n^3) at worst, never more than zhang_shasha; memory O(shapes of one tree
// * shapes of the other), and O(n^2) for subtrees of n elements compared along inner paths.
#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/planned_distance.h"

namespace pagekin::ted {

EditCost apted(const EditTree& a, const EditTree& b, const EditCosts& costs, EditWork* work) {
  return planned_distance(a, b, costs, work, cheapest_plan<InnerPaths::kAny>);
}

EditWork apted_work(const EditTree& a, const EditTree& b, const EditCosts& costs) {
  return planned_work(a, b, costs, cheapest_plan<InnerPaths::kAny>);
}

}  // namespace pagekin::ted
