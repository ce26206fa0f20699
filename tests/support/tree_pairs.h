// Pairs of trees for tests of measures: unrelated trees, and a tree with an altered copy of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/random.h"

#include "support/trees.h"

namespace pagekin {

// Returns a copy in which some subtrees are removed, renamed at their root, or repeated.
inline dom::TagTree altered(Random& random, const dom::TagTree& tree, double chance,
                            std::size_t at = 0) {
  std::vector<dom::TagTree> children;
  for (std::size_t c = at + 1; c < at + tree.sizes[at]; c += tree.sizes[c]) {
    if (random.chance(chance)) continue;
    children.push_back(altered(random, tree, chance, c));
    while (random.chance(chance)) children.push_back(altered(random, tree, chance, c));
  }
  const bool renamed = at > 0 && random.chance(chance);
  return parent_of(renamed ? html::tag_id("b") : tree.tags[at], children);
}

// The trees have up to some 60 elements of 1 to 8 tags; most have equal roots.
inline std::pair<dom::TagTree, dom::TagTree> random_pair_of_trees(Random& random) {
  const std::uint32_t kinds = 1 + random.below(8);
  const double bushy = 0.2 + 0.2 * random.below(4);
  dom::TagTree a = random_tree(random, 60, kinds, bushy);
  dom::TagTree b =
      random.chance(0.5) ? random_tree(random, 60, kinds, bushy) : altered(random, a, 0.1);
  if (random.chance(0.9)) b.tags[0] = a.tags[0];
  return {std::move(a), std::move(b)};
}

}  // namespace pagekin
