// Trees that are a few edits away from each other.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::test {

inline html::TagId any_tag(Random& random) { return html::kTagHtml + random.below(6); }

// Adds `change` to the sizes of all elements that hold the element at `at`.
inline void resize_ancestors(dom::TagTree& tree, std::size_t at, std::uint32_t change) {
  for (std::size_t i = 0; i < at; ++i) {
    if (at < i + tree.sizes[i]) tree.sizes[i] += change;
  }
}

// Removes an element other than the root; its children stay.
inline void remove_element(dom::TagTree& tree, std::size_t at) {
  resize_ancestors(tree, at, static_cast<std::uint32_t>(-1));
  tree.tags.erase(tree.tags.begin() + static_cast<std::ptrdiff_t>(at));
  tree.sizes.erase(tree.sizes.begin() + static_cast<std::ptrdiff_t>(at));
}

// Inserts an element below `parent`, around some of its children or none.
inline void insert_element(dom::TagTree& tree, std::size_t parent, html::TagId tag,
                           Random& random) {
  const std::size_t end = parent + tree.sizes[parent];
  std::size_t at = parent + 1;
  while (at < end && random.chance(0.6)) at += tree.sizes[at];
  std::uint32_t held = 0;
  while (at + held < end && random.chance(0.4)) held += tree.sizes[at + held];
  resize_ancestors(tree, parent, 1);
  ++tree.sizes[parent];
  tree.tags.insert(tree.tags.begin() + static_cast<std::ptrdiff_t>(at), tag);
  tree.sizes.insert(tree.sizes.begin() + static_cast<std::ptrdiff_t>(at), held + 1);
}

// Returns a copy of a tree after `edits` edits or fewer.
inline dom::TagTree mutated(dom::TagTree tree, std::uint32_t edits, Random& random) {
  for (; edits > 0; --edits) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(tree.size()));
    const std::uint32_t edit = random.below(3);
    if (edit == 0) {
      tree.tags[at] = any_tag(random);
    } else if (edit == 1 && at > 0) {
      remove_element(tree, at);
    } else {
      insert_element(tree, at, any_tag(random), random);
    }
  }
  return tree;
}

}  // namespace pagekin::test
