// Agglomerative clustering by definition: look at all pairs of clusters, merge the most
// similar one, begin again.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "pagekin/core/similarity_matrix.h"

namespace pagekin::reference {

using Group = std::vector<std::size_t>;  // pages

inline double similarity(const SimilarityMatrix& matrix, const Group& x, const Group& y,
                         std::string_view linkage) {
  double most = 0;
  double least = 1;
  double sum = 0;
  for (const std::size_t a : x) {
    for (const std::size_t b : y) {
      const double s = matrix(a, b);
      most = s > most ? s : most;
      least = s < least ? s : least;
      sum += s;
    }
  }
  if (linkage == "single") return most;
  if (linkage == "complete") return least;
  return sum / static_cast<double>(x.size() * y.size());
}

// The clusters that are left when no pair is at least `threshold` similar, and the
// similarity of each merge.
struct Agglomeration {
  std::vector<Group> groups;
  std::vector<double> merges;
};

inline Agglomeration agglomerate(const SimilarityMatrix& matrix, std::string_view linkage,
                                 double threshold) {
  Agglomeration made;
  for (std::size_t page = 0; page < matrix.pages(); ++page) made.groups.push_back({page});
  while (made.groups.size() > 1) {
    std::size_t left = 0;
    std::size_t right = 1;
    double best = -1;
    for (std::size_t i = 0; i < made.groups.size(); ++i) {
      for (std::size_t j = i + 1; j < made.groups.size(); ++j) {
        const double s = similarity(matrix, made.groups[i], made.groups[j], linkage);
        if (s <= best) continue;
        best = s;
        left = i;
        right = j;
      }
    }
    if (best < threshold) break;
    made.merges.push_back(best);
    made.groups[left].insert(made.groups[left].end(), made.groups[right].begin(),
                             made.groups[right].end());
    made.groups.erase(made.groups.begin() + static_cast<std::ptrdiff_t>(right));
  }
  return made;
}

}  // namespace pagekin::reference
