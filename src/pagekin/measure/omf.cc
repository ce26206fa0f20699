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
#include "pagekin/align/subtree_matching.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

class Omf final : public Measure {
 public:
  bool clip = true;

  static constexpr auto params = std::tuple{flag("clip", &Omf::clip, kClipHelp)};

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
    return align::subtree_similarity(tree_of(a, clip), tree_of(b, clip), align::Partners::kMany,
                                     at_least);
  }
};

}  // namespace

MeasureInfo omf() {
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
