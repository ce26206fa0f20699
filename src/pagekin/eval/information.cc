// Scores from information theory: how much the cluster of a page says about its template, and how
// much its template says about its cluster.
//
// With H(T), H(C) the entropies of templates and clusters and I their mutual
// information:
//
//     homogeneity = I / H(T)        1 when H(T) = 0
//     completeness = I / H(C)       1 when H(C) = 0
//     v_measure = harmonic mean of the two
//     nmi = 2 I / (H(T) + H(C))     1 when both partitions have one part, 0 when
//                                   only one of them has
//
// v_measure and nmi are equal, because nmi is normalised by the arithmetic mean.
//
// Source: Rosenberg, Hirschberg, "V-Measure: a conditional entropy-based external
// cluster evaluation measure", EMNLP-CoNLL 2007; Strehl, Ghosh, "Cluster ensembles:
// a knowledge reuse framework for combining multiple partitions", JMLR 2002.
// Cost: O(cells).
// Limits: all of them grow with the number of clusters, whatever their quality;
// ami does not.

#include "pagekin/eval/information.h"

#include <algorithm>
#include <limits>

#include "pagekin/eval/score.h"

namespace pagekin::eval {

double entropy(std::span<const std::uint64_t> sizes, std::uint64_t pages) {
  Sum sum;
  for (const std::uint64_t size : sizes) {
    const double share = real(size) / real(pages);
    if (size > 0) sum.add(-share * std::log(share));
  }
  return std::max(0.0, sum.value());
}

double mutual_information(const Contingency& table) {
  const double pages = real(table.pages);
  Sum sum;
  for (const auto& cell : table.cells) {
    const double count = real(cell.count);
    const double by_chance =
        real(table.template_sizes[cell.row]) * real(table.cluster_sizes[cell.column]) / pages;
    sum.add(count / pages * std::log(count / by_chance));
  }
  return std::max(0.0, sum.value());
}

namespace {

// I / H, without the excess that rounding may add.
double explained(double information, double total) {
  return total == 0 ? 1 : std::min(1.0, information / total);
}

double told_by_clusters(const Contingency& table) {
  return explained(mutual_information(table), entropy(table.template_sizes, table.pages));
}

double told_by_templates(const Contingency& table) {
  return explained(mutual_information(table), entropy(table.cluster_sizes, table.pages));
}

double told_by_both(const Contingency& table) {
  return harmonic_mean(told_by_clusters(table), told_by_templates(table));
}

double normalised_information(const Contingency& table) {
  const std::size_t templates = table.template_sizes.size();
  const std::size_t clusters = table.cluster_sizes.size();
  if (templates <= 1 && clusters <= 1) return 1;
  if (templates == 1 || clusters == 1) return 0;
  const double information = mutual_information(table);
  if (information <= std::numeric_limits<double>::epsilon()) return 0;
  return explained(2 * information, entropy(table.template_sizes, table.pages) +
                                        entropy(table.cluster_sizes, table.pages));
}

}  // namespace

ScoreInfo homogeneity() {
  return {.name = "homogeneity",
          .summary = "share of the templates' entropy that the clusters explain",
          .references = {{"rosenberg2007"}},
          .words = "conditional entropy",
          .value = told_by_clusters};
}

ScoreInfo completeness() {
  return {.name = "completeness",
          .summary = "share of the clusters' entropy that the templates explain",
          .references = {{"rosenberg2007"}},
          .words = "conditional entropy",
          .value = told_by_templates};
}

ScoreInfo v_measure() {
  return {.name = "v_measure",
          .summary = "harmonic mean of homogeneity and completeness",
          .references = {{"rosenberg2007"}},
          .words = "V-measure, entropy, harmonic mean",
          .symmetric = true,
          .value = told_by_both};
}

ScoreInfo nmi() {
  return {.name = "nmi",
          .summary = "mutual information divided by the arithmetic mean of both entropies",
          .references = {{"strehl2002"}},
          .words = "NMI, normalised mutual information, normalized mutual information, entropy",
          .symmetric = true,
          .value = normalised_information};
}

}  // namespace pagekin::eval
