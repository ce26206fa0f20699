// Verdicts on pairs of pages by tree edit distance. Most pairs are decided without computing
// it.
//
// Stages: the numbers of elements; the class names, whose exact similarity says how similar
// the trees must be; then those of cascade.h. If only class names count, trees are not
// compared.
//
// Cost and memory: see tree_set.h. Class names take at most 8 MB, or O(names) a pair if pages
// have more than 1,024 different sets of them.
// Limits: a pair that meets a limit of the formula, and that no upper bound accepts, counts as
// not similar. The stage "limit" counts these pairs.
#pragma once

#include <memory>
#include <span>

#include "pagekin/core/verdicts.h"
#include "pagekin/measure/ted_formula.h"

namespace pagekin::measure {

// Returns the verdicts, see Measure::verdicts(). The costs must be symmetric.
std::unique_ptr<Verdicts> ted_verdicts(const TedFormula& similarity,
                                       std::span<const Features> pages, double at_least,
                                       bool exact);

}  // namespace pagekin::measure
