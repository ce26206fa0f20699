// DatabaseGroup/tree-similarity, where its path was given to cmake: APTED, and TopDiff,
// which it calls Touzet with a set of key roots, without a bound known beforehand.
#ifdef PAGEKIN_HAS_TREE_SIMILARITY
#include <cmath>
#include <memory>
#include <string>
#include <vector>

// Its headers rely on these having been included.
#include <unordered_map>
#include <unordered_set>

#include <cost_model/unit_cost_model.h>
#include <label/string_label.h>
#include <node/node.h>
#include <node/tree_indexer.h>
#include <ted/apted_tree_index.h>
#include <ted/touzet_kr_set_tree_index.h>

#include "pagekin/html/tag_id.h"

#include "ted/contestants.h"

namespace pagekin::bench {
namespace {

using Label = label::StringLabel;
using Node = node::Node<Label>;
using Costs = cost_model::UnitCostModelLD<Label>;

Node node_of(const dom::TagTree& tree, std::size_t at = 0) {
  Node made(Label(std::to_string(tree.tags[at])));
  for (std::size_t c = at + 1; c < at + tree.sizes[at]; c += tree.sizes[c]) {
    made.add_child(node_of(tree, c));
  }
  return made;
}

template <class Algorithm, class Index>
Task task(const TreePair& pair) {
  const auto a = std::make_shared<Node>(node_of(*pair.a));
  const auto b = std::make_shared<Node>(node_of(*pair.b));
  return [a, b] {
    label::LabelDictionary<Label> labels;
    Costs costs(labels);
    Index index_a;
    Index index_b;
    node::index_tree(index_a, *a, labels, costs);
    node::index_tree(index_b, *b, labels, costs);
    Algorithm algorithm(costs);
    const auto distance = static_cast<std::uint64_t>(std::llround(algorithm.ted(index_a, index_b)));
    return Outcome{distance, distance, static_cast<std::uint64_t>(algorithm.get_subproblem_count()),
                   0};
  };
}

}  // namespace

const Contestant kTheirApted{
    "APTED", task<::ted::APTEDTreeIndex<Costs, node::TreeIndexAPTED>, node::TreeIndexAPTED>};
const Contestant kTheirTopDiff{"TopDiff",
                               task<::ted::TouzetKRSetTreeIndex<Costs, node::TreeIndexTouzetKRSet>,
                                    node::TreeIndexTouzetKRSet>};

}  // namespace pagekin::bench
#endif
