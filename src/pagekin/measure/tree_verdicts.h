// Verdicts on pairs of pages by tree edit distance, most of them without computing it.
//
// Stages: the numbers of elements; class names, whose similarity is exact and says what is
// left for the trees; then those of tree_cascade.h. Where class names alone count, trees
// are not looked at.
//
// Cost and memory: see tree_cascade.h; for class names 8 MB or less, or O(names) a pair
// where pages have more than 1,024 different sets of them.
// Limits: a pair for which the distance meets a limit of the rule, and that no upper bound
// accepts, counts as not similar; stage "limit" has their number.
#pragma once

#include <memory>
#include <span>

#include "pagekin/core/verdicts.h"
#include "pagekin/measure/tree_similarity.h"

namespace pagekin::measure {

// As Measure::verdicts() has it. The costs are symmetric.
std::unique_ptr<Verdicts> tree_verdicts(const TreeSimilarity& similarity,
                                        std::span<const Features> pages, double at_least,
                                        bool exact);

}  // namespace pagekin::measure
