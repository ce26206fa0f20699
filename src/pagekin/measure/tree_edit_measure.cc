#include "pagekin/measure/tree_edit_measure.h"

#include "pagekin/measure/overlap.h"
#include "pagekin/measure/tree_verdicts.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::measure {

ted::TreeEditAlgorithm tree_edit_algorithm(std::string_view name) {
  if (name == "zhang_shasha") return ted::TreeEditAlgorithm::kZhangShasha;
  return name == "rted" ? ted::TreeEditAlgorithm::kRted : ted::TreeEditAlgorithm::kApted;
}

Needs TreeEditMeasure::needs() const {
  const TreeSimilarity similarity = rule();
  return {.tree = !similarity.fold,
          .folded_tree = similarity.fold,
          .class_names = similarity.kappa < 1};
}

// Where the distance is known by bounds alone, because a limit was met, the similarity is
// at least what is returned; the basis says so.
double TreeEditMeasure::similarity(const Features& a, const Features& b, double at_least) const {
  return compared(a, b, at_least).similarity;
}

Basis TreeEditMeasure::basis(const Features& a, const Features& b) const {
  return explain(a, b).basis;
}

Explained TreeEditMeasure::explain(const Features& a, const Features& b) const {
  return compared(a, b, 0);
}

Explained TreeEditMeasure::compared(const Features& a, const Features& b, double at_least) const {
  const TreeSimilarity rule = this->rule();
  const std::size_t n1 = rule.tree_of(a).size();
  const std::size_t n2 = rule.tree_of(b).size();
  const double style = rule.kappa < 1 ? jaccard(a.class_names, b.class_names, 0) : 0;
  const auto of = [&](ted::EditCost distance) { return rule.similarity(distance, n1, n2, style); };
  Explained result{.similarity = of(0), .basis = {.what = "elements", .sizes = {n1, n2}}};
  if (rule.kappa == 0 || n1 == 0 || n2 == 0) return result;
  const auto budget = rule.budget(n1, n2, style, at_least);
  if (!budget) return result;
  const ted::EditTreePair trees = ted::edit_trees_of(rule.tree_of(a), rule.tree_of(b));
  const ted::TreeDistance distance = ted::tree_distance(*trees.a, *trees.b,
                                                        {.costs = rule.costs,
                                                         .algorithm = rule.algorithm,
                                                         .at_most = *budget,
                                                         .limits = rule.limits});
  const bool is_larger = distance.low > *budget;
  result.similarity = of(is_larger ? distance.low : distance.high);
  if (!is_larger && !distance.exact()) result.basis.at_most = of(distance.low);
  return result;
}

std::unique_ptr<Verdicts> TreeEditMeasure::verdicts(std::span<const Features> pages,
                                                    double at_least, bool exact) const {
  return tree_verdicts(rule(), pages, at_least, exact);
}

}  // namespace pagekin::measure
