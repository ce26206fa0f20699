// Seeded similarities of all pairs, and the same with the pages in another order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/core/similarity_matrix.h"

#include "support/random_graphs.h"

namespace pagekin::test {

// Without ties, unless there are but `values` different similarities.
inline SimilarityMatrix random_matrix(Random& random, std::size_t pages, std::uint32_t values = 0) {
  SimilarityMatrix matrix(pages);
  for (std::size_t a = 0; a < pages; ++a) {
    for (float& similarity : matrix.row(a)) {
      similarity = values > 0
                       ? static_cast<float>(random.below(values + 1)) / static_cast<float>(values)
                       : static_cast<float>(random.unit());
    }
  }
  return matrix;
}

// Page p becomes page order[p].
inline SimilarityMatrix reordered(const SimilarityMatrix& matrix,
                                  const std::vector<PageId>& order) {
  SimilarityMatrix made(matrix.pages());
  for (std::size_t a = 0; a < matrix.pages(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      made.row(std::max(order[a], order[b]))[std::min(order[a], order[b])] = matrix(a, b);
    }
  }
  return made;
}

// Keys of pages that came in this order: those of the pages that they were.
inline std::vector<std::uint64_t> keys_of(const std::vector<PageId>& order) {
  std::vector<std::uint64_t> keys(order.size());
  for (std::size_t page = 0; page < order.size(); ++page) keys[order[page]] = page;
  return keys;
}

}  // namespace pagekin::test
