// Verdicts on pairs of pages by tree edit distance, most of them without computing it.
#pragma once

#include <memory>
#include <span>

#include "pagekin/measure/tree_similarity.h"
#include "pagekin/measure/verdicts.h"

namespace pagekin::measure {

// As Measure::verdicts() has it.
std::unique_ptr<Verdicts> tree_verdicts(const TreeSimilarity& similarity,
                                        std::span<const Features> pages, double at_least,
                                        bool exact);

}  // namespace pagekin::measure
