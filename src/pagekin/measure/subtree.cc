// subtree: children are matched by similarity, each once, from the leaves up.
//
// Formula, bounds and cost: see subtree_matching.h. The option `clip` removes inline markup
// from the trees, see features/clip.h.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, sections 2.2 and 3.
// Limits: it counts blocks, not their content; the order of siblings only decides between
// equal similarities. If a pair takes more than 2^28 steps, the result is a lower bound.
#include "pagekin/align/subtree_matching.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

class Subtree final : public Measure {
 public:
  bool clip = true;

  static constexpr auto params = std::tuple{flag("clip", &Subtree::clip, kClipHelp)};

  Needs needs() const override { return tree_needs(clip); }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return matching(a, b, at_least).similarity;
  }
  Basis basis(const Features& a, const Features& b) const override {
    return element_basis(tree_of(a, clip), tree_of(b, clip));
  }
  Explained explain(const Features& a, const Features& b) const override {
    const align::SubtreeMatching found = matching(a, b, 0);
    return bounded(found.similarity, found.at_most, basis(a, b));
  }

 private:
  align::SubtreeMatching matching(const Features& a, const Features& b, double at_least) const {
    return align::subtree_similarity(tree_of(a, clip), tree_of(b, clip), align::Partners::kOne,
                                     at_least);
  }
};

}  // namespace

MeasureInfo subtree() {
  return {.name = "subtree",
          .summary = "best one-to-one matching of subtrees, weighted by depth and leaves",
          .references = {{"zhang2016"}},
          .cost = "O(n^2) at worst",
          .options = documented<Subtree>(),
          .make = configured<Measure, Subtree>,
          .words = "subtree matching, optimal matching, assignment, block tags"};
}

}  // namespace pagekin::measure
