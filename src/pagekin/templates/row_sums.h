// What two rows of weights or shares have in common, and what each has that the other lacks:
// the inner loops of comparing shapes and groups.
//
// Sums are kept in eight lanes that are added up last, whatever the width of the machine's
// vectors, and no product is fused with a sum: all machines give the same bits.
//
// Cost: time O(size), by vectors.
#pragma once

#include <cstddef>

namespace pagekin::templates {

constexpr std::size_t kLanes = 8;  // row sizes are multiples of it

// For each of `count` rows of this size, one after another: the sum of the lesser one of each
// number of `a` and of the row.
void common_sums(const float* a, const float* rows, std::size_t size, std::size_t count,
                 float* out);

// By block: the share of a group's pages that have it; as much and as little as it may be.
struct ShareRow {
  const float* share;
  const float* most;
  const float* least;
};

struct SubstitutionSums {
  float own_a = 0;  // what (nearly) all pages of the one have and (nearly) none of the other
  float own_b = 0;
  float common = 0;
  float more_a = 0;  // what more pages of the one have than of the other
  float more_b = 0;
};
SubstitutionSums substitution_sums(const ShareRow& a, const ShareRow& b, const float* weights,
                                   std::size_t size);

}  // namespace pagekin::templates
