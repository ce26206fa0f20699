// Scores by best match: each cluster is matched with its most frequent template, each template with
// the cluster that fits it best.
//
// With n_tc the pages of template t in cluster c, n_t and n_c its row and column
// sum, n all pages:
//
//     purity = sum over c of max over t of n_tc / n
//     average_purity = mean over c of max over t of n_tc / n_c
//     inverse_purity = sum over t of max over c of n_tc / n
//     f_measure = sum over t of n_t / n * max over c of 2 n_tc / (n_t + n_c)
//
// where 2 n_tc / (n_t + n_c) is the harmonic mean of the precision n_tc / n_c and
// the recall n_tc / n_t. All are 1 if there are no pages.
//
// Source: Bagban, Kulkarni, "On Applying Document Similarity Measures for Template
// based Clustering of Web Documents", 2018, section 4.2 b (average purity); Zhao,
// Karypis, "Empirical and theoretical comparisons of selected criterion functions
// for document clustering", Machine Learning 2004 (purity); Larsen, Aone, "Fast and
// effective text mining using linear-time document clustering", KDD 1999 (f_measure).
// Cost: O(cells).
// Limits: purity is 1 for clusters of one page, inverse purity is 1 for one cluster. A left-out
// page counts as a pure cluster in purity, but not in average_purity.

#include <algorithm>

#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

std::vector<std::uint64_t> largest_in_columns(const Contingency& table) {
  std::vector<std::uint64_t> largest(table.cluster_sizes.size());
  for (const auto& cell : table.cells) {
    largest[cell.column] = std::max(largest[cell.column], cell.count);
  }
  return largest;
}

double weighted_purity(const Contingency& table) {
  if (table.pages == 0) return 1;
  std::uint64_t right = 0;
  for (const std::uint64_t count : largest_in_columns(table)) right += count;
  return real(right) / real(table.pages);
}

double mean_purity(const Contingency& table) {
  if (table.cluster_count() == 0) return 1;
  const std::vector<std::uint64_t> largest = largest_in_columns(table);
  double sum = 0;
  for (std::size_t column = 0; column < table.cluster_count(); ++column) {
    sum += real(largest[column]) / real(table.cluster_sizes[column]);
  }
  return sum / real(table.cluster_count());
}

double weighted_inverse_purity(const Contingency& table) {
  if (table.pages == 0) return 1;
  std::vector<std::uint64_t> largest(table.template_sizes.size());
  for (const auto& cell : table.cells) {
    largest[cell.row] = std::max(largest[cell.row], cell.count);
  }
  std::uint64_t right = 0;
  for (const std::uint64_t count : largest) right += count;
  return real(right) / real(table.pages);
}

double best_match_f1(const Contingency& table) {
  if (table.pages == 0) return 1;
  std::vector<double> best(table.template_sizes.size());
  for (const auto& cell : table.cells) {
    const std::uint64_t sizes = table.template_sizes[cell.row] + table.cluster_sizes[cell.column];
    best[cell.row] = std::max(best[cell.row], 2 * real(cell.count) / real(sizes));
  }
  double sum = 0;
  for (std::size_t row = 0; row < best.size(); ++row) {
    sum += real(table.template_sizes[row]) * best[row];
  }
  return sum / real(table.pages);
}

}  // namespace

ScoreInfo purity() {
  return {.name = "purity",
          .summary = "share of pages that are of their cluster's commonest template",
          .references = {{"zhao2004"}},
          .words = "accuracy, majority class",
          .value = weighted_purity};
}

ScoreInfo average_purity() {
  return {.name = "average_purity",
          .summary = "share of a cluster's commonest template, mean over clusters of any size",
          .references = {{"bagban2018", "section 4.2"}},
          .words = "macro purity",
          .value = mean_purity};
}

ScoreInfo inverse_purity() {
  return {.name = "inverse_purity",
          .summary = "share of pages that are in their template's commonest cluster",
          .references = {{"amigo2009"}},
          .words = "coverage",
          .value = weighted_inverse_purity};
}

ScoreInfo f_measure() {
  return {.name = "f_measure",
          .summary = "F1 of the cluster that matches a template best, mean weighted by pages",
          .references = {{"larsen1999"}},
          .words = "clustering F-score, best match",
          .value = best_match_f1};
}

}  // namespace pagekin::eval
