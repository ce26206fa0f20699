// Pairs of trees, and costs, for tests of tree edit distance.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

#include "support/trees.h"

namespace pagekin {

struct EditCase {
  dom::TagTree tree_a;
  dom::TagTree tree_b;
  ted::EditTree a;
  ted::EditTree b;
  ted::EditCosts costs;
};

inline EditCase edit_case(dom::TagTree a, dom::TagTree b, const ted::EditCosts& costs = {}) {
  EditCase made{std::move(a), std::move(b), {}, {}, costs};
  ted::Subtrees subtrees;
  made.a = subtrees.make(made.tree_a);
  made.b = subtrees.make(made.tree_b);
  return made;
}

inline ted::EditCosts random_costs(Random& random) {
  return {1 + random.below(9), 1 + random.below(9), 1 + random.below(20)};
}

// Makes trees of up to `most` elements, from deep to flat, with 1 to 4 tags. Costs are all 1 or
// random.
inline EditCase random_edit_case(Random& random, std::uint32_t most) {
  const std::uint32_t kinds = 1 + random.below(4);
  const auto some_tree = [&] { return random_tree(random, most, kinds, 0.2 * random.below(5)); };
  dom::TagTree a = some_tree();
  dom::TagTree b = some_tree();
  return edit_case(std::move(a), std::move(b),
                   random.chance(0.5) ? ted::EditCosts{} : random_costs(random));
}

// Gives every element its own tag, so that no two subtrees are equal.
inline dom::TagTree with_own_tags(dom::TagTree tree) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) tree.tags[i] = i + 1;
  return tree;
}

// A chain of `depth` elements. Each but the last also has a leaf: to the left of the chain, to
// the right, or on alternating sides.
enum class Comb { kLeafRight, kLeafLeft, kZigzag };

inline dom::TagTree comb(Comb kind, std::uint32_t depth) {
  dom::TagTree made;
  std::uint32_t size = 2 * depth - 1;
  std::uint32_t leaves_right = 0;
  for (std::uint32_t level = 0; level < depth; ++level, size -= 2) {
    made.tags.push_back(1);
    made.sizes.push_back(size);
    if (level + 1 == depth) break;
    if (kind == Comb::kLeafLeft || (kind == Comb::kZigzag && level % 2 == 1)) {
      made.tags.push_back(2);
      made.sizes.push_back(1);
    } else {
      ++leaves_right;
    }
  }
  made.tags.insert(made.tags.end(), leaves_right, 2);
  made.sizes.insert(made.sizes.end(), leaves_right, 1);
  return made;
}

// A root with leaves.
inline dom::TagTree flat(html::TagId root, html::TagId leaf, std::uint32_t leaves) {
  dom::TagTree made;
  made.tags.assign(leaves + 1, leaf);
  made.sizes.assign(leaves + 1, 1);
  made.tags[0] = root;
  made.sizes[0] = leaves + 1;
  return made;
}

}  // namespace pagekin
