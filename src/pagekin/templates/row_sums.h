// What two rows of weights or shares have in common, and what each has that the other
// lacks. These are the inner loops of comparing shapes and groups.
//
// Sums are kept in eight lanes that are added at the end, whatever the width of the
// machine's vectors, and no multiplication is fused with an addition. So all machines give
// the same bits.
//
// Cost: time O(size), vectorised.
#pragma once

#include <cstddef>

namespace pagekin::templates {

constexpr std::size_t kLanes = 8;  // row sizes are multiples of it

// For each of `count` consecutive rows of this size: the sum over all columns of the
// smaller of the two numbers of `a` and the row.
void common_sums(const float* a, const float* rows, std::size_t size, std::size_t count,
                 float* out);

// By block: the share of a group's pages that have it, with its upper and lower estimate.
struct ShareRow {
  const float* share;
  const float* most;
  const float* least;
};

struct SubstitutionSums {
  float own_a = 0;  // blocks that nearly all pages of a and nearly none of b have
  float own_b = 0;
  float common = 0;
  float more_a = 0;  // blocks that a larger share of a than of b has
  float more_b = 0;
};
SubstitutionSums substitution_sums(const ShareRow& a, const ShareRow& b, const float* weights,
                                   std::size_t size);

// The sum over all columns of the product of the two numbers.
float product_sum(const float* a, const float* b, std::size_t size);

// By block, each in [0, 1].
struct EvidenceRow {
  const float* share;        // of the group's pages that have it
  const float* nearly_all;   // near 1 only if nearly all pages have it
  const float* nearly_none;  // near 1 only if nearly no page has it
  const float* replaced;     // the same, and nearly all pages have another value at its place
};

// By block.
struct EvidenceWeights {
  const float* own;       // of a block that only one of two groups has
  const float* replaced;  // the addition if the other has something in its place
  const float* common;    // of a block that both have
  const float* any;       // of any difference
};

// The same sums as above, with these weights; own_a and own_b count what is replaced too.
SubstitutionSums evidence_sums(const EvidenceRow& a, const EvidenceRow& b,
                               const EvidenceWeights& weights, std::size_t size);

}  // namespace pagekin::templates
