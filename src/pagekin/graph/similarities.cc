#include "pagekin/graph/similarities.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "pagekin/graph/nearest_neighbours.h"
#include "pagekin/measure/all_pairs.h"

namespace pagekin::graph {
namespace {

SimilarPairs every_page_for_itself(std::size_t pages, std::span<const Edge> edges) {
  SimilarPairs pairs{.graph = NeighbourGraph(pages, edges),
                     .class_of = std::vector<std::uint32_t>(pages),
                     .class_sizes = std::vector<std::uint32_t>(pages, 1)};
  std::iota(pairs.class_of.begin(), pairs.class_of.end(), 0U);
  const std::uint64_t all = pairs.pairs();
  pairs.stages = {{.name = "compared",
                   .compares = true,
                   .rejected = all - edges.size(),
                   .accepted = edges.size()}};
  return pairs;
}

// Returns the edges for which counts(a, b, similarity) is true.
template <class Counts>
SimilarPairs pairs_of(const SimilarityMatrix& matrix, Counts counts) {
  std::vector<Edge> edges;
  for (PageId a = 0; a < matrix.pages(); ++a) {
    for (PageId b = 0; b < a; ++b) {
      const float similarity = matrix(a, b);
      if (similarity > 0 && counts(a, b, similarity)) edges.push_back({b, a, similarity});
    }
  }
  return every_page_for_itself(matrix.pages(), edges);
}

// Returns by page the similarity of the last of its nearest pages.
std::vector<float> least_of_nearest(const SimilarityMatrix& matrix, std::size_t neighbours) {
  std::vector<float> least(matrix.pages());
  std::vector<float> row;
  for (std::size_t a = 0; a < matrix.pages(); ++a) {
    row.clear();
    for (std::size_t b = 0; b < matrix.pages(); ++b) {
      if (b != a) row.push_back(matrix(a, b));
    }
    if (row.size() < neighbours || neighbours == 0) continue;
    const auto last = row.begin() + static_cast<std::ptrdiff_t>(neighbours - 1);
    std::ranges::nth_element(row, last, std::greater{});
    least[a] = *last;
  }
  return least;
}

}  // namespace

Similarities::Similarities(const measure::Measure& measure,
                           std::span<const features::Features> pages, unsigned threads,
                           Progress* progress, Asked asked)
    : measure_(&measure), pages_(pages), threads_(threads), progress_(progress), asked_(asked) {}

const SimilarityMatrix& Similarities::kept() {
  if (!matrix_) matrix_ = measure::all_pairs(*measure_, pages_, threads_, progress_);
  return *matrix_;
}

SimilarityMatrix Similarities::matrix() {
  if (asked_ == Asked::kOften) return kept();
  return measure::all_pairs(*measure_, pages_, threads_, progress_);
}

SimilarPairs Similarities::join(JoinOptions options) {
  options.threads = threads_;
  // An inexact search must not be replaced by an exact one.
  if (asked_ == Asked::kOnce || options.search != Search::kExact) {
    return threshold_join(*measure_, pages_, options, progress_);
  }
  return pairs_of(kept(), [&](PageId, PageId, float similarity) {
    return measure::reaches(similarity, options.at_least);
  });
}

SimilarPairs Similarities::nearest(int neighbours) {
  if (asked_ == Asked::kOnce) {
    return nearest_neighbours(*measure_, pages_, {.neighbours = neighbours, .threads = threads_},
                              progress_);
  }
  const std::vector<float> least = least_of_nearest(kept(), static_cast<std::size_t>(neighbours));
  return pairs_of(kept(), [&](PageId a, PageId b, float similarity) {
    return similarity >= least[a] || similarity >= least[b];
  });
}

}  // namespace pagekin::graph
