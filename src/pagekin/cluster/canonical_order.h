// An order of the pages that is theirs, whatever the order in which they came.
//
// Where an algorithm has to choose between equally similar pages it chooses by this order,
// so that the same pages in another order become the same clusters. A page's key sums up
// its similarities; then, round after round, its similarities together with the keys of the
// pages at their other ends, until this tells no more pages apart. Pages go by their keys.
//
// Source: colour refinement, Weisfeiler, Leman 1968, with similarities for colours of edges.
// Cost: time O(n^2) a round, mostly two rounds; memory O(n).
// Limits: pages that are still alike keep their order: equal pages, and pages that could
// change places without a change of any similarity.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/core/similarity_matrix.h"

namespace pagekin::cluster {

// The pages in their order.
std::vector<std::uint32_t> canonical_order(const SimilarityMatrix& similarities);

// By page: its place in an order.
std::vector<std::uint32_t> places_in(const std::vector<std::uint32_t>& order);

}  // namespace pagekin::cluster
