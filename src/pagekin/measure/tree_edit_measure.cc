#include "pagekin/measure/tree_edit_measure.h"

#include "pagekin/measure/edit_tree.h"
#include "pagekin/measure/overlap.h"
#include "pagekin/measure/tree_verdicts.h"

namespace pagekin::measure {
namespace {

TreeDistance distance_of(const TreeSimilarity& rule, const Features& a, const Features& b,
                         EditCost at_most) {
  const EditTreePair trees = edit_trees_of(rule.tree_of(a), rule.tree_of(b));
  return tree_distance(*trees.a, *trees.b,
                       {.costs = rule.costs,
                        .algorithm = rule.algorithm,
                        .at_most = at_most,
                        .limits = rule.limits});
}

double style_of(const TreeSimilarity& rule, const Features& a, const Features& b) {
  return rule.kappa < 1 ? jaccard(a.class_names, b.class_names, 0) : 0;
}

}  // namespace

TreeEditAlgorithm tree_edit_algorithm(std::string_view name) {
  if (name == "zhang_shasha") return TreeEditAlgorithm::kZhangShasha;
  return name == "rted" ? TreeEditAlgorithm::kRted : TreeEditAlgorithm::kApted;
}

Needs TreeEditMeasure::needs() const {
  const TreeSimilarity similarity = rule();
  return {.tree = !similarity.fold,
          .folded_tree = similarity.fold,
          .class_names = similarity.kappa < 1};
}

// Where the distance is known by bounds alone, because a limit was met, the similarity is
// at least what is returned; evidence() says so.
double TreeEditMeasure::similarity(const Features& a, const Features& b, double at_least) const {
  const TreeSimilarity similarity = rule();
  const std::size_t n1 = similarity.tree_of(a).size();
  const std::size_t n2 = similarity.tree_of(b).size();
  const double style = style_of(similarity, a, b);
  const auto of = [&](EditCost distance) { return similarity.similarity(distance, n1, n2, style); };
  if (similarity.kappa == 0 || n1 == 0 || n2 == 0) return of(0);
  const auto budget = similarity.budget(n1, n2, style, at_least);
  if (!budget) return of(0);
  const TreeDistance distance = distance_of(similarity, a, b, *budget);
  return of(distance.low > *budget ? distance.low : distance.high);
}

Evidence TreeEditMeasure::evidence(const Features& a, const Features& b) const {
  const TreeSimilarity similarity = rule();
  const std::size_t n1 = similarity.tree_of(a).size();
  const std::size_t n2 = similarity.tree_of(b).size();
  Evidence evidence{.what = "elements", .sizes = {n1, n2}};
  if (similarity.kappa == 0 || n1 == 0 || n2 == 0) return evidence;
  const TreeDistance distance = distance_of(similarity, a, b, UINT64_MAX);
  if (!distance.exact()) {
    evidence.at_most = similarity.similarity(distance.low, n1, n2, style_of(similarity, a, b));
  }
  return evidence;
}

std::unique_ptr<Verdicts> TreeEditMeasure::verdicts(std::span<const Features> pages,
                                                    double at_least, bool exact) const {
  return tree_verdicts(rule(), pages, at_least, exact);
}

}  // namespace pagekin::measure
