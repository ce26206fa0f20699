// Tree edit distance in stages of growing cost. Each stage narrows the range that the distance
// lies in, until the question is answered.
//
//   labels       lower bound: the sizes, and how often each tag occurs
//   preorder     lower bound: edit distance of the tags in document order
//   postorder    lower bound: edit distance of the tags in postorder
//   upper bound  the best mapping that goes down from the roots level by level
//   tags         lower bound: half the edit distance of the start and end tags
//   forests      lower bound, see forest_bound.h; for trees of a TreeSet only
//   bounded      the distance itself, as far as the question needs it
//
// The last stage asks the bounded algorithm whether the distance is a little more than the
// lower bound, then with a margin that grows fourfold each time. It goes on as long as that
// takes less than the whole table by the algorithm of the question; then it makes that table.
// All work stays within counted limits.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/verdicts.h"
#include "pagekin/ted/costs.h"
#include "pagekin/ted/distance.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

enum class Stage : std::uint8_t {
  kLabels,
  kPreorder,
  kPostorder,
  kUpperBound,
  kTags,
  kForests,
  kBounded,
  kLimit,  // no answer: a limit was met
};
std::span<const VerdictStage> cascade_stages();  // by Stage

// The bounds of one pair of trees. A lower bound that is larger than `at_most` only says that
// the distance is, too. Both trees come from one Subtrees; they differ, and neither is empty.
class PairBounds {
 public:
  virtual ~PairBounds() = default;

  virtual EditCost by_labels() = 0;
  virtual EditCost by_preorder(EditCost at_most) = 0;
  virtual EditCost by_postorder(EditCost at_most) = 0;
  virtual EditCost upper(EditCost at_most) = 0;
  virtual EditCost by_tags(EditCost at_most) = 0;
  virtual EditCost by_forests(EditCost at_most) = 0;
};

struct StagedDistance {
  TreeDistance distance;
  Stage stage = Stage::kLabels;  // the one that answered the question
};

// Runs the stages for two trees. Adds to `work`, if there is one, what the last stage did.
StagedDistance run_cascade(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, PairBounds& bounds,
                           EditWork* work = nullptr);

}  // namespace pagekin::ted
