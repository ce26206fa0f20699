// subtree: children are matched by similarity, each once, from the leaves up.
//
// Formula, bounds and cost: see subtree_matching.h. The option `clip` removes inline markup
// from the trees, see features/clip.h.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, sections 2.2 and 3.
// Limits: it counts blocks, not their content; the order of siblings only decides between
// equal similarities. If a pair takes more than 2^28 steps, the result is a lower bound.
#include "pagekin/measure/subtree_measure.h"

namespace pagekin::measure {

MeasureInfo subtree() {
  using Subtree = SubtreeMeasure<align::Partners::kOne>;
  return {.name = "subtree",
          .summary = "best one-to-one matching of subtrees, weighted by depth and leaves",
          .references = {{"zhang2016"}},
          .cost = "O(n^2) at worst",
          .options = documented<Subtree>(),
          .make = configured<Measure, Subtree>,
          .words = "subtree matching, optimal matching, assignment, block tags"};
}

}  // namespace pagekin::measure
