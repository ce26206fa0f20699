// How good a clustering is, as tables for people and as JSON.
#pragma once

#include <string>

#include "pagekin/eval/evaluation.h"
#include "pagekin/pipeline/internal_evaluation.h"

namespace pagekin::report {

// Counts and scores, then the templates.
std::string to_table(const eval::Evaluation& evaluation);

// Counts and means, then the clusters of two pages or more.
std::string to_table(const pipeline::InternalEvaluation& evaluation);

// One JSON object; numbers have 6 decimals. By labels: the counts, the scores and
// `per_template`, a list of objects. By a measure: `measure`, `compared`, `left_out`,
// `without_assignment`, `not_in_input`, `silhouette`, `cohesion`, `separation` and
// `per_cluster`, null where there is no value. Either may be missing.
std::string to_json(const eval::Evaluation* by_labels,
                    const pipeline::InternalEvaluation* by_measure = nullptr);

}  // namespace pagekin::report
