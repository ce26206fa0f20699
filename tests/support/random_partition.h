// Seeded partitions of all shapes, the degenerate ones included.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::test {

// Pages in parts 0 .. parts - 1, some of which may stay empty; with `left_out`
// about one page in five has the number -1.
inline std::vector<int> random_partition(Random& random, std::size_t pages, std::uint32_t parts,
                                         bool left_out = false) {
  std::vector<int> labels(pages);
  for (int& label : labels) {
    label = left_out && random.chance(0.2) ? -1 : static_cast<int>(random.below(parts));
  }
  return labels;
}

// The same partition with some pages moved, so that the two agree in part.
inline std::vector<int> disturbed(Random& random, std::vector<int> labels, double share,
                                  std::uint32_t parts) {
  for (int& label : labels) {
    if (random.chance(share)) label = static_cast<int>(random.below(parts));
  }
  return labels;
}

}  // namespace pagekin::test
