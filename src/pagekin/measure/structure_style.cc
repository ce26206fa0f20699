// structure_style: structure and style together.
//
//     kappa * ted + (1 - kappa) * style
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 5. How much structure should count differs between sites.
// Cost and limits: see ted.
#include "pagekin/measure/ted_measure.h"

namespace pagekin::measure {
namespace {

class StructureStyle final : public TedMeasure {
 public:
  double kappa = 0.5;
  static constexpr auto params =
      std::tuple_cat(std::tuple{param("kappa", &StructureStyle::kappa, 0, 1,
                                      "weight of structure; the rest is the weight of style")},
                     cost_params, tree_params);

 protected:
  TedFormula rule() const override {
    TedFormula formula = TedMeasure::rule();
    formula.kappa = kappa;
    return formula;
  }
};

}  // namespace

MeasureInfo structure_style() {
  return {
      .name = "structure_style",
      .summary = "weighted sum of the similarities by tree edit distance and by CSS class names",
      .references = {{"gowda2016"}},
      .cost = "O(n) for pages that differ little, O(n^3) at worst",
      .options = documented<StructureStyle>(),
      .make = configured<Measure, StructureStyle>,
      .words =
          "structural and stylistic similarity, html-similarity, TED, tree edit distance, CSS"};
}

}  // namespace pagekin::measure
