// The measures that match subtrees, which differ in how many partners a child may have.
#pragma once

#include <tuple>

#include "pagekin/align/subtree_matching.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

template <align::Partners kPartners>
class SubtreeMeasure final : public Measure {
 public:
  bool clip = true;

  static constexpr auto params = std::tuple{flag("clip", &SubtreeMeasure::clip, kClipHelp)};

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
    return align::subtree_similarity(tree_of(a, clip), tree_of(b, clip), kPartners, at_least);
  }
};

}  // namespace pagekin::measure
