// The elements of a tree in document order, and forests as ranges of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// An element, by document order. Its subtree is the `size` elements from it on.
struct ForestNode {
  std::uint32_t label = 0;
  std::uint32_t size = 0;
  std::uint32_t id = 0;
  std::uint32_t shape = 0;
  std::uint32_t position = 0;  // in postorder
};

inline std::vector<ForestNode> forest_nodes(const EditTree& tree) {
  std::vector<ForestNode> nodes(tree.size());
  for (std::uint32_t position = 0; position < tree.size(); ++position) {
    const std::uint32_t shape = tree.shapes[position];
    nodes[tree.elements[position]] = {tree.labels[position], tree.sizes[position], tree.ids[shape],
                                      shape, position};
  }
  return nodes;
}

// Neighbouring siblings with all below them: `size` elements, in document order from `element`
// on, in postorder from `position` on.
struct ForestRange {
  std::uint32_t element = 0;
  std::uint32_t position = 0;
  std::uint32_t size = 0;
};

// A range of the surplus of a pair of prefixes, or of suffixes: the number of elements of the
// first forest minus the number of elements of the second.
struct SurplusBand {
  std::int64_t fewest = 0;
  std::int64_t most = 0;

  std::size_t width() const { return static_cast<std::size_t>(most - fewest + 1); }
};

}  // namespace pagekin::ted
