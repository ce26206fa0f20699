// What k-medoids clustering is to achieve, by definition.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/similarity_matrix.h"

namespace pagekin::reference {

// The sum of every page's distance from its nearest medoid.
inline double deviation(const SimilarityMatrix& matrix, std::span<const PageId> medoids) {
  double sum = 0;
  for (std::size_t page = 0; page < matrix.pages(); ++page) {
    double nearest = 2;
    for (const PageId medoid : medoids) {
      nearest = std::min(nearest, 1 - static_cast<double>(matrix(page, medoid)));
    }
    sum += nearest;
  }
  return sum;
}

// The least deviation that one swap of a medoid for another page can lead to.
inline double best_after_a_swap(const SimilarityMatrix& matrix, std::vector<PageId> medoids) {
  double best = 2 * static_cast<double>(matrix.pages());
  for (PageId& medoid : medoids) {
    const PageId kept = medoid;
    for (PageId page = 0; page < matrix.pages(); ++page) {
      if (std::ranges::find(medoids, page) != medoids.end()) continue;
      medoid = page;
      best = std::min(best, deviation(matrix, medoids));
      medoid = kept;
    }
  }
  return best;
}

// The least deviation that any choice of `count` medoids has.
inline double least_deviation(const SimilarityMatrix& matrix, std::size_t count) {
  double best = 2 * static_cast<double>(matrix.pages());
  std::vector<bool> chosen(matrix.pages());
  std::fill_n(chosen.begin(), count, true);
  do {
    std::vector<PageId> medoids;
    for (PageId page = 0; page < matrix.pages(); ++page) {
      if (chosen[page]) medoids.push_back(page);
    }
    best = std::min(best, deviation(matrix, medoids));
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return best;
}

}  // namespace pagekin::reference
