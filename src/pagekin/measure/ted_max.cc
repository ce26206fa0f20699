// ted_max: tree edit distance as a similarity, by the larger page.
//
//     1 - d / max(n1, n2), not below 0
//
// with d the least number of elements to insert, delete and rename.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, section 3.2, equation 1.
// Cost and limits: see ted.
#include "pagekin/measure/ted_measure.h"

namespace pagekin::measure {
namespace {

class TedMax final : public TedMeasure {
 public:
  static constexpr auto params = tree_params;

 protected:
  TedFormula rule() const override {
    return {.algorithm = tree_edit_algorithm(algorithm), .fold = fold, .by_larger = true};
  }
};

}  // namespace

MeasureInfo ted_max() {
  return {.name = "ted_max",
          .summary = "tree edit distance relative to the size of the larger page",
          .references = {{"grigalis2014", "section 3.2"}},
          .cost = "O(n) for pages that differ little, O(n^3) at worst",
          .options = documented<TedMax>(),
          .make = configured<Measure, TedMax>,
          .words = "TED, tree edit distance, Zhang-Shasha, RTED, APTED, DOM tree"};
}

}  // namespace pagekin::measure
