// Tree edit distance along the paths down one side.
//
// The original algorithm compares every subtree that is not a first child with every such
// subtree of the other tree. Here equal subtrees are compared once, and the mirrored trees are
// compared if that is less work, as it is for most pages.
//
// Source: Zhang, Shasha: Simple Fast Algorithms for the Editing Distance between Trees and
// Related Problems, SIAM J. Comput. 18, 1989.
// Cost: time O(k1 k2), where k is the sum of the sizes of the different subtrees that are not
// first children: n for a chain, up to n^2 / 2 for a comb. Memory O(shapes of one tree *
// shapes of the other + depth * k).
// Limits: two trees that are deep to the left in one part and to the right in another
// take O(n^4) time.
#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/planned_distance.h"

namespace pagekin::ted {
namespace {

PlannedEdit plan_of(const SidedPair& pair) { return {side_plan(pair), 0}; }

}  // namespace

EditCost zhang_shasha(const EditTree& a, const EditTree& b, const EditCosts& costs,
                      EditWork* work) {
  return planned_distance(a, b, costs, work, plan_of);
}

EditWork zhang_shasha_work(const EditTree& a, const EditTree& b, const EditCosts& costs) {
  return planned_work(a, b, costs, plan_of);
}

}  // namespace pagekin::ted
