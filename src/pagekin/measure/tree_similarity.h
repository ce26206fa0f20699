// From tree edit distance, and maybe class names, to a similarity and back.
//
//     structure(d) = 1 - d / (largest cost * (n1 + n2))    or, by the larger tree,
//     structure(d) = 1 - d / max(n1, n2), not below 0
//     similarity   = kappa * structure(d) + (1 - kappa) * style
//
// Two empty trees have structure 1, an empty and another one 0. What `ted`, `ted_max` and
// `structure_style` have in common, with the options of each.
#pragma once

#include <cstddef>
#include <optional>

#include "pagekin/measure/measure.h"
#include "pagekin/ted/tree_distance.h"

namespace pagekin::measure {

struct TreeSimilarity {
  ted::EditCosts costs;
  ted::TreeEditAlgorithm algorithm = ted::TreeEditAlgorithm::kApted;
  bool fold = false;       // compare the folded trees
  bool by_larger = false;  // norm by the larger tree
  double kappa = 1;        // 1: class names do not count, 0: nothing else does
  ted::TreeEditLimits limits;

  const dom::TagTree& tree_of(const Features& page) const {
    return fold ? page.folded_tree : page.tree;
  }

  double structure(ted::EditCost distance, std::size_t n1, std::size_t n2) const;

  // `style` may be anything where kappa is 1.
  double similarity(ted::EditCost distance, std::size_t n1, std::size_t n2, double style) const;

  // The largest distance with which the similarity reaches `at_least` (see reaches());
  // nothing where none does. UINT64_MAX where all do.
  std::optional<ted::EditCost> budget(std::size_t n1, std::size_t n2, double style,
                                      double at_least) const;
};

}  // namespace pagekin::measure
