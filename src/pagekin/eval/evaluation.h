// How good a clustering is, measured against labels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pagekin/eval/assignments.h"
#include "pagekin/eval/contingency.h"
#include "pagekin/eval/labels.h"
#include "pagekin/evaluate.h"

namespace pagekin::eval {

using pagekin::Evaluation;
using pagekin::LabelInCluster;
using TemplateMatch = pagekin::TemplateScore;

// Returns the matches by name, in byte order. Rows of `table` are labelled by the numbers of
// `labels`.
std::vector<TemplateMatch> match_templates(const Contingency& table, const Labels& labels);

// Returns the cells of the table by name, in byte order, then by falling number of pages, then by
// cluster. Pages that were left out are one cell.
std::vector<LabelInCluster> labels_by_cluster(const Contingency& table, const Labels& labels);

// Pages without a label and labelled pages without an assignment are counted, but not scored.
// Throws InputError when no page has a label; the message names `assignments_name`, the labels and
// the first ids.
Evaluation evaluate(std::span<const Assignment> assignments, const Labels& labels,
                    const std::string& assignments_name);

}  // namespace pagekin::eval
