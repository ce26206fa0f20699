// How good classifiers are, as a table for people and as JSON.
#pragma once

#include <string>

#include "pagekin/laboratory/crossval.h"

namespace pagekin::report {

// One row for each measure and decision. With `significance` also a t-test over the folds of
// every measure against the one with the best F1.
std::string to_table(const laboratory::Crossval& crossval, bool significance);

// Writes the same values as JSON, with scores by template and by fold, and t-tests of all pairs of
// measures.
std::string to_json(const laboratory::Crossval& crossval, bool significance);

}  // namespace pagekin::report
