// omf: children are matched by similarity, each with its best partner, from the leaves up.
//
// The formula of `subtree`, but a child may be the partner of many: see subtree_matching.h.
// Children of both trees look for partners, so it is symmetric.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 1 on their reference 14 and section 3, formula 2 without the
// sets of subtrees that are matched already.
// Limits: a page that repeats a block is similar to every page that has the block once. If a pair
// takes more than 2^28 steps, the result is a lower bound.
#include "pagekin/measure/subtree_measure.h"

namespace pagekin::measure {

MeasureInfo omf() {
  using Omf = SubtreeMeasure<align::Partners::kMany>;
  return {
      .name = "omf",
      .summary = "matching of subtrees, each with its best partner, weighted by depth and leaves",
      .references = {{"song2011"}, {"zhang2016", "section 1"}},
      .cost = "O(n^2) at worst",
      .options = documented<Omf>(),
      .make = configured<Measure, Omf>,
      .words = "subtree matching, block tags"};
}

}  // namespace pagekin::measure
