// ted: tree edit distance as a similarity.
//
//     1 - d / (g * (n1 + n2))
//
// with d the least cost of inserting, deleting and renaming elements that turns the first
// tree into the second, and g the largest of the three costs.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 3.
// Cost: linear for pages that differ little, see distance.h; at worst O(n^3).
// Limits: if a pair would take more than 2^30 cells or 512 MB, the result is a lower bound.
#include "pagekin/measure/ted_measure.h"

namespace pagekin::measure {
namespace {

class Ted final : public TedMeasure {
 public:
  static constexpr auto params = std::tuple_cat(cost_params, tree_params);
};

}  // namespace

MeasureInfo ted() {
  return {.name = "ted",
          .summary = "tree edit distance relative to the sum of both sizes",
          .references = {{"gowda2016", "section 3"}, {"pawlik2016"}},
          .cost = "O(n) for pages that differ little, O(n^3) at worst",
          .options = documented<Ted>(),
          .make = configured<Measure, Ted>,
          .words = "TED, tree edit distance, Zhang-Shasha, RTED, APTED, DOM tree"};
}

}  // namespace pagekin::measure
