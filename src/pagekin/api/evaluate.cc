#include "pagekin/evaluate.h"

#include <vector>

#include "pagekin/api/labels.h"
#include "pagekin/eval/evaluation.h"

namespace pagekin {

Evaluation evaluate(const ClusterResult& result, const LabelMap& labels) {
  std::vector<eval::Assignment> assignments;
  assignments.reserve(result.pages.size());
  for (std::size_t page = 0; page < result.pages.size(); ++page) {
    assignments.push_back({.page = result.pages[page], .cluster = result.labels[page]});
  }
  const eval::Evaluation found =
      eval::evaluate(assignments, api::MapLabels(labels), "the clustering");
  Evaluation evaluation{.pages = found.pages,
                        .unlabelled = found.unlabelled,
                        .unassigned = found.unassigned,
                        .clusters = found.clusters,
                        .templates = found.templates};
  for (const auto& [name, value] : found.scores) evaluation.scores.emplace(name, value);
  for (const eval::TemplateMatch& match : found.per_template) {
    evaluation.per_template.push_back({.name = match.name,
                                       .pages = match.pages,
                                       .cluster = match.cluster,
                                       .precision = match.precision,
                                       .recall = match.recall});
  }
  for (const eval::LabelInCluster& cell : found.cells) {
    evaluation.label_by_cluster.push_back(
        {.name = cell.name, .cluster = cell.cluster, .pages = cell.pages});
  }
  evaluation.few_match = found.few_match();
  return evaluation;
}

}  // namespace pagekin
