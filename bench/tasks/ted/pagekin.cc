// Our own algorithms, unit costs.
#include "pagekin/ted/bounded_distance.h"
#include "pagekin/ted/distance.h"
#include "pagekin/ted/exact_distance.h"

#include "ted/contestants.h"

namespace pagekin::bench {
namespace {

using ted::EditTree;
using ted::EditWork;

// Run(a, b, work) -> TreeDistance
template <class Run>
Outcome outcome(const TreePair& pair, Run run) {
  ted::Subtrees subtrees;
  const EditTree a = subtrees.make(*pair.a);
  const EditTree b = subtrees.make(*pair.b);
  EditWork work;
  const ted::TreeDistance distance = run(a, b, &work);
  return {distance.low, distance.high, work.cells, work.bytes};
}

template <auto algorithm>
Task exact(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [](const EditTree& a, const EditTree& b, EditWork* work) {
      const ted::EditCost distance = algorithm(a, b, {}, work);
      return ted::TreeDistance{distance, distance};
    });
  };
}

Task tree_distance(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [](const EditTree& a, const EditTree& b, EditWork* work) {
      return ted::tree_distance(a, b, {}, work);
    });
  };
}

Task bounded(const TreePair& pair) {
  return [pair] {
    return outcome(pair, [&](const EditTree& a, const EditTree& b, EditWork* work) {
      const ted::EditCost distance = ted::bounded_distance(a, b, {}, pair.distance, work);
      return ted::TreeDistance{distance, distance};
    });
  };
}

}  // namespace

const Contestant kTreeDistance{"tree_distance", tree_distance};
const Contestant kBounded{"bounded", bounded};
const Contestant kApted{"apted", exact<ted::apted>};
const Contestant kRted{"rted", exact<ted::rted>};
const Contestant kZhangShasha{"zhang_shasha", exact<ted::zhang_shasha>};

}  // namespace pagekin::bench
