#include "pagekin/measure/ted_measure.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "pagekin/measure/join_bounds.h"
#include "pagekin/measure/overlap.h"
#include "pagekin/measure/ted_verdicts.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::measure {
namespace {

// Trees are at most equal, so class names must make up for the rest of the threshold; and trees
// differ at least by their numbers of elements.
class TedBounds final : public JoinBounds {
 public:
  TedBounds(const TedFormula& rule, double at_least) : rule_(rule), at_least_(at_least) {
    if (rule.kappa >= 1) return;
    const double style = (at_least - rule.kappa) / (1 - rule.kappa) - rounding;
    if (style > 0) set_bound_ = SetBound{.overlap = Overlap::kJaccard, .at_least = style};
  }

  std::optional<SetBound> set_bound() const override { return set_bound_; }
  SortedHashes set_of(const Features& page) const override { return page.class_names; }

  std::uint32_t weight(const Features& page) const override {
    return static_cast<std::uint32_t>(std::min<std::size_t>(
        rule_.tree_of(page).size(), std::numeric_limits<std::uint32_t>::max()));
  }

  std::uint32_t lightest(std::uint32_t weight) const override {
    return first_enough(0, weight, [&](std::uint32_t other) {
      const ted::EditCost growth = (weight - other) * rule_.costs.insert;
      return reaches(rule_.similarity(growth, other, weight, 1), at_least_);
    });
  }

 private:
  static constexpr double rounding = 1e-6;  // thresholds are compared as float

  TedFormula rule_;
  double at_least_;
  std::optional<SetBound> set_bound_;
};

}  // namespace

ted::TreeEditAlgorithm tree_edit_algorithm(std::string_view name) {
  if (name == "zhang_shasha") return ted::TreeEditAlgorithm::kZhangShasha;
  return name == "rted" ? ted::TreeEditAlgorithm::kRted : ted::TreeEditAlgorithm::kApted;
}

Needs TedMeasure::needs() const {
  const TedFormula similarity = rule();
  return {.tree = !similarity.fold,
          .folded_tree = similarity.fold,
          .class_names = similarity.kappa < 1};
}

// If a limit was met, only bounds of the distance are known. Then the result is a lower bound
// of the similarity, and the basis says so.
double TedMeasure::similarity(const Features& a, const Features& b, double at_least) const {
  return compared(a, b, at_least).similarity;
}

Basis TedMeasure::basis(const Features& a, const Features& b) const { return explain(a, b).basis; }

Explained TedMeasure::explain(const Features& a, const Features& b) const {
  return compared(a, b, 0);
}

Explained TedMeasure::compared(const Features& a, const Features& b, double at_least) const {
  const TedFormula rule = this->rule();
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

std::unique_ptr<Verdicts> TedMeasure::verdicts(std::span<const Features> pages, double at_least,
                                               bool exact) const {
  return ted_verdicts(rule(), pages, at_least, exact);
}

std::unique_ptr<JoinBounds> TedMeasure::join_bounds(double at_least) const {
  return std::make_unique<TedBounds>(rule(), at_least);
}

}  // namespace pagekin::measure
