// Which variants of templates a person should be asked about first.
//
// Two variants may be joined wrongly, or separated wrongly. The doubt about a pair is the share
// of votes against what was decided, times the pages of the smaller variant. The doubt about a
// variant is the sum over its pairs.
//
// Cost: time O(g^2) for g groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/consensus.h"

namespace pagekin::templates {

struct Question {
  std::uint32_t variant = 0;
  float doubt = 0;  // above 0
};

// `shares` and `pages`: by group, as they led to the agreement. `is_known`: by group, whether a
// hint says what its template is. Returns the variants that are in doubt and not known, by
// falling doubt.
std::vector<Question> questions(const SimilarityMatrix& shares,
                                std::span<const std::uint32_t> pages, const Agreement& agreement,
                                const std::vector<bool>& is_known);

}  // namespace pagekin::templates
