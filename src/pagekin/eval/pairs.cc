// Scores over pairs of pages: whether pages of one template are in one cluster.
//
// With S the pairs of one template in one cluster, C all pairs in one cluster, T
// all pairs of one template and A all pairs:
//
//     precision = S / C                          1 when C = 0
//     recall = S / T                             1 when T = 0
//     f1 = harmonic mean of the two
//     fowlkes_mallows = S / sqrt(C T)            0 when S = 0, even if C = T = 0
//     rand_index = (S + D) / A                   D = A - C - T + S: rightly apart
//     adjusted_rand_index = 2 (S D - N P) / ((S + N)(N + D) + (S + P)(P + D))
//
// where P = C - S are the pairs wrongly together and N = T - S those wrongly apart.
// The last is the Rand index rescaled so that chance gives 0 on average; it is 1
// when P = N = 0.
//
// Source: Bagban, Kulkarni, "On Applying Document Similarity Measures for Template
// based Clustering of Web Documents", 2018, section 4.2 a (precision and recall); Rand, "Objective
// criteria for the evaluation of clustering methods", JASA 1971; Hubert, Arabie, "Comparing
// partitions", Journal of Classification 1985; Fowlkes, Mallows, "A method for comparing two
// hierarchical clusterings", JASA 1983. The closed form of the adjusted index needs no expected
// value. Cost: O(cells). Limits: pairs are counted in 64 bits, enough for 2^32 pages.

#include <cmath>

#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

std::uint64_t pairs_among(std::uint64_t pages) { return pages < 2 ? 0 : pages * (pages - 1) / 2; }

std::uint64_t pairs_within(const std::vector<std::uint64_t>& sizes) {
  std::uint64_t pairs = 0;
  for (const std::uint64_t size : sizes) pairs += pairs_among(size);
  return pairs;
}

std::uint64_t pairs_in_both(const Contingency& table) {
  std::uint64_t pairs = 0;
  for (const Contingency::Cell& cell : table.cells) pairs += pairs_among(cell.count);
  return pairs;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 1 : real(part) / real(whole);
}

double pair_precision(const Contingency& table) {
  return share(pairs_in_both(table), pairs_within(table.cluster_sizes));
}

double pair_recall(const Contingency& table) {
  return share(pairs_in_both(table), pairs_within(table.template_sizes));
}

double pair_f1(const Contingency& table) {
  return harmonic_mean(pair_precision(table), pair_recall(table));
}

double geometric_mean(const Contingency& table) {
  return pairs_in_both(table) == 0 ? 0 : std::sqrt(pair_precision(table) * pair_recall(table));
}

double agreement(const Contingency& table) {
  const std::uint64_t together = pairs_in_both(table);
  const std::uint64_t wrong =
      pairs_within(table.cluster_sizes) - together + pairs_within(table.template_sizes) - together;
  const std::uint64_t all = pairs_among(table.pages);
  return share(all - wrong, all);
}

double adjusted_agreement(const Contingency& table) {
  const std::uint64_t together = pairs_in_both(table);
  const std::uint64_t wrongly_together = pairs_within(table.cluster_sizes) - together;
  const std::uint64_t wrongly_apart = pairs_within(table.template_sizes) - together;
  if (wrongly_together == 0 && wrongly_apart == 0) return 1;
  // Products of pair counts need more than 64 bits. Rounded to double, the error
  // of the quotient stays near 1e-16, because both products are below the divisor.
  const double s = real(together);
  const double p = real(wrongly_together);
  const double n = real(wrongly_apart);
  const double d = real(pairs_among(table.pages) - together - wrongly_together - wrongly_apart);
  return 2 * (s * d - n * p) / ((s + n) * (n + d) + (s + p) * (p + d));
}

}  // namespace

ScoreInfo precision() {
  return {.name = "precision",
          .summary = "share of the pairs in one cluster that are of one template",
          .references = {{"bagban2018", "section 4.2"}},
          .words = "pair counting, positive predictive value",
          .value = pair_precision};
}

ScoreInfo recall() {
  return {.name = "recall",
          .summary = "share of the pairs of one template that are in one cluster",
          .references = {{"bagban2018", "section 4.2"}},
          .words = "pair counting, sensitivity",
          .value = pair_recall};
}

ScoreInfo f1() {
  return {.name = "f1",
          .summary = "harmonic mean of pairwise precision and recall",
          .references = {{"vanrijsbergen1979"}},
          .words = "pair counting, F-score, F-measure",
          .symmetric = true,
          .value = pair_f1};
}

ScoreInfo rand_index() {
  return {.name = "rand_index",
          .summary = "share of all pairs on which clusters and templates agree",
          .references = {{"rand1971"}},
          .words = "RI, pair counting, accuracy",
          .symmetric = true,
          .value = agreement};
}

ScoreInfo adjusted_rand_index() {
  return {.name = "adjusted_rand_index",
          .summary = "Rand index adjusted for chance: 0 for clusters drawn at random",
          .references = {{"hubert1985"}},
          .words = "ARI, pair counting, chance",
          .symmetric = true,
          .lowest = -1,
          .value = adjusted_agreement};
}

ScoreInfo fowlkes_mallows() {
  return {.name = "fowlkes_mallows",
          .summary = "geometric mean of pairwise precision and recall",
          .references = {{"fowlkes1983"}},
          .words = "FMI, FM index, pair counting, geometric mean",
          .symmetric = true,
          .value = geometric_mean};
}

}  // namespace pagekin::eval
