#include "pagekin/ted/distance.h"

#include "pagekin/ted/cascade.h"
#include "pagekin/ted/lower_bounds.h"
#include "pagekin/ted/upper_bound.h"

namespace pagekin::ted {
namespace {

// The bounds of two trees by themselves.
class TwoTrees final : public PairBounds {
 public:
  TwoTrees(const EditTree& a, const EditTree& b, const EditCosts& costs)
      : a_(a), b_(b), costs_(costs) {}

  EditCost by_labels() override { return label_bound(a_, b_, costs_); }
  EditCost by_preorder(EditCost at_most) override {
    return preorder_bound(a_, b_, costs_, at_most);
  }
  EditCost by_postorder(EditCost at_most) override {
    return postorder_bound(a_, b_, costs_, at_most);
  }
  EditCost upper(EditCost at_most) override { return top_down_bound(a_, b_, costs_, at_most); }
  EditCost by_tags(EditCost at_most) override { return tags_bound(a_, b_, costs_, at_most); }
  // Needs the counts of labels that only a TreeSet keeps.
  EditCost by_forests(EditCost) override { return 0; }

 private:
  const EditTree& a_;
  const EditTree& b_;
  const EditCosts& costs_;
};

}  // namespace

TreeDistance tree_distance(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, EditWork* work) {
  const EditCosts& costs = question.costs;
  if (a.empty() || b.empty()) {
    const EditCost distance = a.size() * costs.remove + b.size() * costs.insert;
    return {distance, distance};
  }
  if (a.root_id() == b.root_id()) return {};
  TwoTrees bounds(a, b, costs);
  return run_cascade(a, b, question, bounds, work).distance;
}

}  // namespace pagekin::ted
