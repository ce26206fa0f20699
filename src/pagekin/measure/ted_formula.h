// The formula of `ted`, `ted_max` and `structure_style`: from tree edit distance, and maybe
// class names, to a similarity and back.
//
//     structure(d) = 1 - d / (largest cost * (n1 + n2))    or, by the larger tree,
//     structure(d) = 1 - d / max(n1, n2), not below 0
//     similarity   = kappa * structure(d) + (1 - kappa) * style
//
// Two empty trees have structure 1; an empty tree and another one have 0. The members are the
// options of the three measures.
#pragma once

#include <cstddef>
#include <optional>

#include "pagekin/measure/measure.h"
#include "pagekin/ted/distance.h"

namespace pagekin::measure {

struct TedFormula {
  ted::EditCosts costs;
  ted::TreeEditAlgorithm algorithm = ted::TreeEditAlgorithm::kApted;
  bool fold = false;       // compare the folded trees
  bool by_larger = false;  // divide by the size of the larger tree
  double kappa = 1;        // 1: class names do not count; 0: only class names count
  ted::TreeEditLimits limits;

  const dom::TagTree& tree_of(const Features& page) const {
    return fold ? page.folded_tree : page.tree;
  }

  double structure(ted::EditCost distance, std::size_t n1, std::size_t n2) const;

  // `style` is not used if kappa is 1.
  double similarity(ted::EditCost distance, std::size_t n1, std::size_t n2, double style) const;

  // Returns the largest distance with which the similarity reaches `at_least` (see reaches());
  // nothing if no distance does, UINT64_MAX if every distance does.
  std::optional<ted::EditCost> budget(std::size_t n1, std::size_t n2, double style,
                                      double at_least) const;
};

}  // namespace pagekin::measure
