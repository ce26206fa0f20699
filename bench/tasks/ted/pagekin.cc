// Our own algorithms, unit costs.
#include "pagekin/measure/bounded_tree_edit.h"
#include "pagekin/measure/tree_distance.h"
#include "pagekin/measure/tree_edit.h"

#include "ted/contestants.h"

namespace pagekin::bench {
namespace {

using measure::EditTree;
using measure::EditWork;

// Run(a, b, work) -> TreeDistance
template <class Run>
Outcome outcome(const TreePair& pair, Run run) {
  measure::Subtrees subtrees;
  const EditTree a = subtrees.make(*pair.a);
  const EditTree b = subtrees.make(*pair.b);
  EditWork work;
  const measure::TreeDistance distance = run(a, b, &work);
  return {distance.low, distance.high, work.cells, work.bytes};
}

template <auto algorithm>
Task exact(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [](const EditTree& a, const EditTree& b, EditWork* work) {
      const measure::EditCost distance = algorithm(a, b, {}, work);
      return measure::TreeDistance{distance, distance};
    });
  };
}

Task tree_distance(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [](const EditTree& a, const EditTree& b, EditWork* work) {
      return measure::tree_distance(a, b, {}, work);
    });
  };
}

Task bounded(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [&](const EditTree& a, const EditTree& b, EditWork* work) {
      const measure::EditCost distance = measure::bounded_tree_edit(a, b, {}, pair.distance, work);
      return measure::TreeDistance{distance, distance};
    });
  };
}

}  // namespace

const Contestant kTreeDistance{"tree_distance", tree_distance};
const Contestant kBounded{"bounded", bounded};
const Contestant kApted{"apted", exact<measure::apted>};
const Contestant kRted{"rted", exact<measure::rted>};
const Contestant kZhangShasha{"zhang_shasha", exact<measure::zhang_shasha>};

}  // namespace pagekin::bench
