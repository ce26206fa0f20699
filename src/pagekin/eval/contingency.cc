#include "pagekin/eval/contingency.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace pagekin::eval {
namespace {

// Each number once, ascending.
std::vector<int> distinct(std::vector<int> labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::uint32_t position(const std::vector<int>& sorted, int label) {
  return static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), label) -
                                    sorted.begin());
}

}  // namespace

Contingency tabulate(std::span<const int> templates, std::span<const int> clusters) {
  assert(templates.size() == clusters.size());
  std::vector<int> rows;
  std::vector<int> columns;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (templates[i] < 0) continue;
    rows.push_back(templates[i]);
    if (clusters[i] >= 0) columns.push_back(clusters[i]);
  }
  const std::size_t left_out = rows.size() - columns.size();

  Contingency table;
  table.pages = rows.size();
  table.unlabelled = templates.size() - rows.size();
  table.template_labels = distinct(std::move(rows));
  table.cluster_labels = distinct(std::move(columns));
  table.template_sizes.assign(table.template_labels.size(), 0);
  table.cluster_sizes.assign(table.cluster_labels.size() + left_out, 0);

  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  places.reserve(table.pages);
  auto next_column = static_cast<std::uint32_t>(table.cluster_labels.size());
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (templates[i] < 0) continue;
    places.emplace_back(
        position(table.template_labels, templates[i]),
        clusters[i] < 0 ? next_column++ : position(table.cluster_labels, clusters[i]));
  }

  std::sort(places.begin(), places.end());  // now the pages of a cell are adjacent
  for (const auto& [row, column] : places) {
    ++table.template_sizes[row];
    ++table.cluster_sizes[column];
    if (table.cells.empty() || table.cells.back().row != row ||
        table.cells.back().column != column) {
      table.cells.push_back({row, column, 0});
    }
    ++table.cells.back().count;
  }
  return table;
}

}  // namespace pagekin::eval
