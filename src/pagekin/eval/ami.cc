// Adjusted mutual information: 0 on average for random clusters, 1 for the templates themselves.
//
//     ami = (I - E) / ((H(T) + H(C)) / 2 - E)
//
// E is the mean of I over all partitions with the same sizes. For one template of
// size a and one cluster of size b, the number k of pages in both is then
// hypergeometric, and E adds up, over all pairs of a template and a cluster,
//
//     sum over k of P(k) * k/n * log(n k / (a b)).
//
// Factorials of a million lose digits, even as logarithms. P is computed without them:
// neighbouring values have the ratio
//
//     P(k + 1) / P(k) = (a - k)(b - k) / ((k + 1)(n - a - b + k + 1)),
//
// so both the sum and the total of P are computed from the most likely k outwards until the terms
// vanish, and their quotient needs no start value. Templates of equal size share the work, and so
// do clusters: n pages have at most sqrt(2 n) different sizes of each.
//
// Source: Vinh, Epps, Bailey, "Information theoretic measures for clusterings
// comparison: variants, properties, normalization and correction for chance", JMLR
// 2010; the summation from the mode is our own.
// Cost: O(sizes of templates * sizes of clusters * standard deviation of k).
// Limits: terms below 1e-20 of the largest are ignored.

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "pagekin/eval/information.h"
#include "pagekin/eval/score.h"

namespace pagekin::eval {
namespace {

constexpr double kNegligible = 1e-20;

// Each size once, and how often it occurs.
std::vector<std::pair<std::uint64_t, std::uint64_t>> tally(std::span<const std::uint64_t> sizes) {
  std::vector<std::uint64_t> sorted(sizes.begin(), sizes.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  for (const std::uint64_t size : sorted) {
    if (counts.empty() || counts.back().first != size) counts.emplace_back(size, 0);
    ++counts.back().second;
  }
  return counts;
}

// The expected k log(n k / (a b)) of one cell with row sum a and column sum b.
double expected_term(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  const std::uint64_t least = a + b > n ? a + b - n : 0;
  const std::uint64_t most = std::min(a, b);
  const double by_chance = real(a) * real(b) / real(n);
  const auto mode = static_cast<std::uint64_t>((real(a) + 1) * (real(b) + 1) / (real(n) + 2));
  const std::uint64_t start = std::clamp(mode, least, most);

  Sum total;
  Sum sum;
  const auto add = [&](std::uint64_t k, double weight) {
    total.add(weight);
    if (k > 0) sum.add(weight * real(k) * std::log(real(k) / by_chance));
  };
  double weight = 1;
  add(start, weight);
  for (std::uint64_t k = start; k < most && weight > kNegligible; ++k) {
    weight *= real(a - k) * real(b - k) / (real(k + 1) * real(n - a - b + k + 1));
    add(k + 1, weight);
  }
  weight = 1;
  for (std::uint64_t k = start; k > least && weight > kNegligible; --k) {
    weight *= real(k) * real(n - a - b + k) / (real(a - k + 1) * real(b - k + 1));
    add(k - 1, weight);
  }
  return sum.value() / total.value();
}

}  // namespace

double expected_mutual_information(std::span<const std::uint64_t> template_sizes,
                                   std::span<const std::uint64_t> cluster_sizes,
                                   std::uint64_t pages) {
  const auto columns = tally(cluster_sizes);
  Sum sum;
  for (const auto& [a, rows_alike] : tally(template_sizes)) {
    for (const auto& [b, columns_alike] : columns) {
      sum.add(real(rows_alike) * real(columns_alike) * expected_term(a, b, pages));
    }
  }
  return pages == 0 ? 0 : std::max(0.0, sum.value() / real(pages));
}

namespace {

double adjusted_information(const Contingency& table) {
  const std::size_t templates = table.template_sizes.size();
  const std::size_t clusters = table.cluster_sizes.size();
  if (templates <= 1 && clusters <= 1) return 1;
  if (templates == 1 || clusters == 1) return 0;
  // If all parts have one page, there is only one table, up to order: I equals E exactly.
  if (templates == table.pages && clusters == table.pages) return 1;
  if (templates == table.pages || clusters == table.pages) return 0;

  const double expected =
      expected_mutual_information(table.template_sizes, table.cluster_sizes, table.pages);
  const double mean_entropy =
      (entropy(table.template_sizes, table.pages) + entropy(table.cluster_sizes, table.pages)) / 2;
  const double room = std::max(mean_entropy - expected, std::numeric_limits<double>::epsilon());
  return std::min(1.0, (mutual_information(table) - expected) / room);
}

}  // namespace

ScoreInfo ami() {
  return {.name = "ami",
          .summary = "mutual information adjusted for chance: 0 for clusters drawn at random",
          .references = {{"vinh2010"}},
          .words = "AMI, adjusted mutual information, entropy, chance",
          .symmetric = true,
          .lowest = -1,
          .value = adjusted_information};
}

}  // namespace pagekin::eval
