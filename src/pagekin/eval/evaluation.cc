#include "pagekin/eval/evaluation.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

[[noreturn]] void throw_nothing_labelled(std::span<const Assignment> assignments,
                                         const Labels& labels,
                                         const std::string& assignments_name) {
  std::vector<std::string> ids;
  for (const Assignment& row : assignments.first(std::min<std::size_t>(3, assignments.size()))) {
    ids.push_back(row.page);
  }
  throw InputError(nothing_labelled("no page of " + printable(assignments_name), labels, ids));
}

}  // namespace

std::vector<TemplateMatch> match_templates(const Contingency& table, const Labels& labels) {
  std::vector<TemplateMatch> matches(table.template_sizes.size());
  for (std::size_t row = 0; row < matches.size(); ++row) {
    matches[row].name = labels.templates()[static_cast<std::size_t>(table.template_labels[row])];
    matches[row].pages = table.template_sizes[row];
  }
  // The cells of a row are sorted by cluster number, so ties keep the smaller number.
  std::vector<std::uint64_t> most(matches.size());
  for (const auto& cell : table.cells) {
    if (cell.column >= table.cluster_count() || cell.count <= most[cell.row]) continue;
    most[cell.row] = cell.count;
    TemplateMatch& match = matches[cell.row];
    match.cluster = table.cluster_labels[cell.column] + 1;
    match.precision = real(cell.count) / real(table.cluster_sizes[cell.column]);
    match.recall = real(cell.count) / real(match.pages);
  }
  std::sort(matches.begin(), matches.end(),
            [](const TemplateMatch& a, const TemplateMatch& b) { return a.name < b.name; });
  return matches;
}

std::vector<LabelInCluster> labels_by_cluster(const Contingency& table, const Labels& labels) {
  std::map<std::pair<std::string_view, int>, std::uint64_t> counts;
  for (const auto& cell : table.cells) {
    const auto label = static_cast<std::size_t>(table.template_labels[cell.row]);
    const bool is_left_out = cell.column >= table.cluster_count();
    const int cluster = is_left_out ? 0 : table.cluster_labels[cell.column] + 1;
    counts[{labels.templates()[label], cluster}] += cell.count;
  }
  std::vector<LabelInCluster> cells;
  cells.reserve(counts.size());
  for (const auto& [key, pages] : counts) {
    cells.push_back({std::string(key.first), key.second, pages});
  }
  std::ranges::stable_sort(cells, [](const LabelInCluster& a, const LabelInCluster& b) {
    return a.name != b.name ? a.name < b.name : a.pages > b.pages;
  });
  return cells;
}

Evaluation evaluate(std::span<const Assignment> assignments, const Labels& labels,
                    const std::string& assignments_name) {
  std::vector<int> templates;
  std::vector<int> clusters;
  templates.reserve(assignments.size());
  clusters.reserve(assignments.size());
  for (const Assignment& row : assignments) {
    templates.push_back(labels.template_of(row.page));
    clusters.push_back(row.cluster - 1);  // 0, left out, becomes kLeftOut
  }
  const Contingency table = tabulate(templates, clusters);
  if (table.pages == 0) throw_nothing_labelled(assignments, labels, assignments_name);

  Evaluation evaluation{.pages = table.pages,
                        .unlabelled = table.unlabelled,
                        .unassigned = labels.page_count().value_or(table.pages) - table.pages,
                        .left_out = table.left_out(),
                        .clusters = table.cluster_count(),
                        .templates = table.template_sizes.size(),
                        .assigned = assignments.size(),
                        .labelled = labels.page_count(),
                        .per_template = match_templates(table, labels),
                        .label_by_cluster = labels_by_cluster(table, labels)};
  for (const ScoreInfo& info : scores()) {
    evaluation.scores.emplace(info.name, info.value(table));
  }
  const std::uint64_t could_match =
      std::min(evaluation.assigned, evaluation.labelled.value_or(evaluation.assigned));
  evaluation.few_match = 2 * evaluation.pages < could_match;
  return evaluation;
}

}  // namespace pagekin::eval
