// Pairs of trees as tree edit distance reads them.
#pragma once

#include <utility>

#include "pagekin/core/random.h"
#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

#include "support/tree_pairs.h"

namespace pagekin::test {

// Two trees of one Subtrees, which it keeps.
struct EditPair {
  EditPair(const dom::TagTree& first, const dom::TagTree& second)
      : a(subtrees.make(first)), b(subtrees.make(second)) {}

  ted::Subtrees subtrees;
  ted::EditTree a;
  ted::EditTree b;
};

// The trees are small enough for the reference. In every second pair, one is an altered copy.
inline std::pair<dom::TagTree, dom::TagTree> random_small_trees(Random& random) {
  constexpr std::uint32_t sizes[] = {8, 16, 26};
  const std::uint32_t most = sizes[random.below(3)];
  const std::uint32_t kinds = 1 + random.below(6);
  const double bushy = 0.2 + 0.2 * random.below(4);
  dom::TagTree a = random_tree(random, most, kinds, bushy);
  dom::TagTree b =
      random.chance(0.5) ? random_tree(random, most, kinds, bushy) : altered(random, a, 0.1);
  if (random.chance(0.7)) b.tags[0] = a.tags[0];
  return {std::move(a), std::move(b)};
}

// Returns costs that are all 1, or small random costs, which may be 0.
inline ted::EditCosts random_costs(Random& random) {
  if (random.chance(0.5)) return {};
  return {random.below(5), random.below(5), random.below(7)};
}

}  // namespace pagekin::test
