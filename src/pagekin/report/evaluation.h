// How good a clustering is, as tables for people and as JSON.
#pragma once

#include <string>

#include "pagekin/eval/evaluation.h"
#include "pagekin/pipeline/internal_evaluation.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// Counts and scores, then the clusters of each label, then the templates.
std::string to_table(const eval::Evaluation& evaluation);

// One row for each label and cluster that have pages in common: label, cluster (0: left out),
// pages.
void write_labels_by_cluster(const eval::Evaluation& evaluation, FileFormat format,
                             const TableWriter::Sink& sink);

// Counts and means, then the clusters of two pages or more.
std::string to_table(const pipeline::InternalEvaluation& evaluation);

// One JSON object; numbers have 6 decimals. By labels: the counts, the scores, `per_template` and
// `label_by_cluster`, lists of objects. By a measure: `measure`, `compared`, `left_out`,
// `without_assignment`, `not_in_input`, `silhouette`, `cohesion`, `separation` and
// `per_cluster`, null where there is no value. Either may be missing.
std::string to_json(const eval::Evaluation* by_labels,
                    const pipeline::InternalEvaluation* by_measure = nullptr);

}  // namespace pagekin::report
