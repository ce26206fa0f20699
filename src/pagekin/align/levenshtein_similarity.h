// Levenshtein distance as a similarity: 1 - distance / longer length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "pagekin/align/levenshtein.h"

namespace pagekin::align {

// A similarity that lies in [low, high].
struct SimilarityRange {
  double low = 0;
  double high = 0;
};

// Returns the similarity, in [0, 1]; two empty sides are 1, one empty side is 0. If it is below
// `at_least`, returns any value below `at_least`: the lengths decide the clear cases, and the
// distance is computed only as far as it matters. Returns bounds if it takes too many steps, see
// step_limit.h.
template <class T>
SimilarityRange levenshtein_similarity(std::span<const T> a, std::span<const T> b,
                                       double at_least) {
  const std::size_t longer = std::max(a.size(), b.size());
  const std::size_t shorter = std::min(a.size(), b.size());
  if (longer == 0) return {1, 1};
  const auto of_distance = [longer](std::size_t distance) {
    return 1 - static_cast<double>(std::min(distance, longer)) / static_cast<double>(longer);
  };
  const double best_case = of_distance(longer - shorter);
  if (best_case < at_least || shorter == 0) return {best_case, best_case};

  // One more than needed, so that rounding cannot change the result.
  const double allowed = (1 - std::max(at_least, 0.0)) * static_cast<double>(longer);
  const Range distance =
      levenshtein_range(a, b, static_cast<std::size_t>(std::max(allowed, 0.0)) + 1);
  return {of_distance(distance.high), of_distance(distance.low)};
}

}  // namespace pagekin::align
