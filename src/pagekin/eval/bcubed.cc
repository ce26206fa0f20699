// BCubed: precision and recall of each page, averaged over pages.
//
// The precision of a page is the share of its cluster that is of its template, its
// recall the share of its template that is in its cluster. With n_tc pages of
// template t in cluster c:
//
//     bcubed_precision = (sum over t, c of n_tc^2 / n_c) / n
//     bcubed_recall = (sum over t, c of n_tc^2 / n_t) / n
//
// and bcubed_f1 is their harmonic mean. All are 1 if there are no pages.
//
// Source: Bagga, Baldwin, "Algorithms for scoring coreference chains", LREC
// workshop on linguistic coreference 1998; Amigo, Gonzalo, Artiles, Verdejo, "A
// comparison of extrinsic clustering evaluation metrics based on formal
// constraints", Information Retrieval 12, 2009.
// Cost: O(cells).
// Limits: each page counts as its own neighbour, so neither is ever 0. A left-out
// page has precision 1 and the recall 1 / n_t.

#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

double page_precision(const Contingency& table) {
  if (table.pages == 0) return 1;
  double sum = 0;
  for (const auto& cell : table.cells) {
    sum += real(cell.count) * (real(cell.count) / real(table.cluster_sizes[cell.column]));
  }
  return sum / real(table.pages);
}

double page_recall(const Contingency& table) {
  if (table.pages == 0) return 1;
  double sum = 0;
  for (const auto& cell : table.cells) {
    sum += real(cell.count) * (real(cell.count) / real(table.template_sizes[cell.row]));
  }
  return sum / real(table.pages);
}

double page_f1(const Contingency& table) {
  return harmonic_mean(page_precision(table), page_recall(table));
}

}  // namespace

ScoreInfo bcubed_precision() {
  return {.name = "bcubed_precision",
          .summary = "share of a page's cluster that is of its template, mean over pages",
          .references = {{"bagga1998"}},
          .words = "B3, B-cubed, coreference",
          .value = page_precision};
}

ScoreInfo bcubed_recall() {
  return {.name = "bcubed_recall",
          .summary = "share of a page's template that is in its cluster, mean over pages",
          .references = {{"bagga1998"}},
          .words = "B3, B-cubed, coreference",
          .value = page_recall};
}

ScoreInfo bcubed_f1() {
  return {.name = "bcubed_f1",
          .summary = "harmonic mean of BCubed precision and recall",
          .references = {{"amigo2009"}},
          .words = "B3, B-cubed, coreference",
          .symmetric = true,
          .value = page_f1};
}

}  // namespace pagekin::eval
