// A slow reference for the scores of eval/, by their definitions: page by page and pair by pair,
// without a contingency table.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pagekin::reference {

// Entry i is the part that page i is in.
using Partition = std::vector<int>;

// Every page with a negative number becomes a part of its own.
inline Partition separate_left_out(Partition clusters) {
  int next = 1'000'000;
  for (int& cluster : clusters) {
    if (cluster < 0) cluster = next++;
  }
  return clusters;
}

inline std::size_t common(const Partition& a, int part_a, const Partition& b, int part_b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] == part_a && b[i] == part_b;
  return count;
}
inline std::size_t size_of(const Partition& a, int part) { return common(a, part, a, part); }
inline std::set<int> parts_of(const Partition& a) { return {a.begin(), a.end()}; }

struct PairCounts {
  double both = 0, only_cluster = 0, only_template = 0, neither = 0;
};

inline PairCounts count_pairs(const Partition& templates, const Partition& clusters) {
  PairCounts counts;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool same_template = templates[i] == templates[j];
      const bool same_cluster = clusters[i] == clusters[j];
      (same_template  ? same_cluster ? counts.both : counts.only_template
       : same_cluster ? counts.only_cluster
                      : counts.neither) += 1;
    }
  }
  return counts;
}

inline double entropy(const Partition& a) {
  double sum = 0;
  for (const int part : parts_of(a)) {
    const double p = static_cast<double>(size_of(a, part)) / static_cast<double>(a.size());
    sum -= p * std::log(p);
  }
  return sum;
}

inline double mutual_information(const Partition& a, const Partition& b) {
  const auto n = static_cast<double>(a.size());
  double sum = 0;
  for (const int x : parts_of(a)) {
    for (const int y : parts_of(b)) {
      const auto both = static_cast<double>(common(a, x, b, y));
      if (both == 0) continue;
      sum += both / n *
             std::log(n * both / static_cast<double>(size_of(a, x)) /
                      static_cast<double>(size_of(b, y)));
    }
  }
  return sum;
}

// The triple sum with the hypergeometric probability from factorials.
inline double expected_mutual_information(const Partition& a, const Partition& b) {
  const auto log_factorial = [](double x) { return std::lgamma(x + 1); };
  const auto n = static_cast<double>(a.size());
  double sum = 0;
  for (const int x : parts_of(a)) {
    for (const int y : parts_of(b)) {
      const auto in_x = static_cast<double>(size_of(a, x));
      const auto in_y = static_cast<double>(size_of(b, y));
      for (double k = std::max(1.0, in_x + in_y - n); k <= std::min(in_x, in_y); ++k) {
        const double log_probability =
            log_factorial(in_x) + log_factorial(in_y) + log_factorial(n - in_x) +
            log_factorial(n - in_y) - log_factorial(n) - log_factorial(k) -
            log_factorial(in_x - k) - log_factorial(in_y - k) - log_factorial(n - in_x - in_y + k);
        sum += std::exp(log_probability) * k / n * std::log(n * k / (in_x * in_y));
      }
    }
  }
  return sum;
}

// Mean over the pages of the share of a page's part of `whole` that is in its part of `other`.
inline double bcubed(const Partition& whole, const Partition& other) {
  double sum = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    sum += static_cast<double>(common(whole, whole[i], other, other[i])) /
           static_cast<double>(size_of(whole, whole[i]));
  }
  return sum / static_cast<double>(whole.size());
}

// The largest value of rate(part) over the parts of `a`.
inline double best(const Partition& a, const std::function<double(int)>& rate) {
  double most = 0;
  for (const int part : parts_of(a)) most = std::max(most, rate(part));
  return most;
}

inline double mean(double a, double b) { return a + b == 0 ? 0 : 2 * a * b / (a + b); }

// Value of every score, by name. At least one page; a negative cluster is left out.
inline std::map<std::string, double, std::less<>> partition_scores(const Partition& templates,
                                                                   const Partition& given) {
  const Partition clusters = separate_left_out(given);
  const auto n = static_cast<double>(templates.size());
  std::map<std::string, double, std::less<>> scores;

  const PairCounts pairs = count_pairs(templates, clusters);
  const double in_cluster = pairs.both + pairs.only_cluster;
  const double in_template = pairs.both + pairs.only_template;
  const double all = in_cluster + pairs.only_template + pairs.neither;
  const double precision = in_cluster == 0 ? 1 : pairs.both / in_cluster;
  const double recall = in_template == 0 ? 1 : pairs.both / in_template;
  scores["precision"] = precision;
  scores["recall"] = recall;
  scores["f1"] = mean(precision, recall);
  scores["rand_index"] = all == 0 ? 1 : (pairs.both + pairs.neither) / all;
  const double by_chance = all == 0 ? 0 : in_cluster * in_template / all;
  const double room = (in_cluster + in_template) / 2 - by_chance;
  scores["adjusted_rand_index"] = room == 0 ? 1 : (pairs.both - by_chance) / room;
  scores["fowlkes_mallows"] =
      pairs.both == 0 ? 0 : pairs.both / std::sqrt(in_cluster * in_template);

  double pure = 0, purities = 0, whole = 0, matched = 0;
  std::size_t real_clusters = 0;
  for (const int c : parts_of(clusters)) {
    const double most = best(templates, [&](int t) { return common(templates, t, clusters, c); });
    pure += most;
    if (std::count(given.begin(), given.end(), c) == 0) continue;
    purities += most / static_cast<double>(size_of(clusters, c));
    ++real_clusters;
  }
  for (const int t : parts_of(templates)) {
    const auto size = static_cast<double>(size_of(templates, t));
    whole += best(clusters, [&](int c) { return common(templates, t, clusters, c); });
    matched += size * best(clusters, [&](int c) {
                 const auto both = static_cast<double>(common(templates, t, clusters, c));
                 return mean(both / static_cast<double>(size_of(clusters, c)), both / size);
               });
  }
  scores["purity"] = pure / n;
  scores["average_purity"] = real_clusters == 0 ? 1 : purities / static_cast<double>(real_clusters);
  scores["inverse_purity"] = whole / n;
  scores["f_measure"] = matched / n;

  scores["bcubed_precision"] = bcubed(clusters, templates);
  scores["bcubed_recall"] = bcubed(templates, clusters);
  scores["bcubed_f1"] = mean(scores["bcubed_precision"], scores["bcubed_recall"]);

  const double information = mutual_information(templates, clusters);
  const double of_templates = entropy(templates);
  const double of_clusters = entropy(clusters);
  scores["homogeneity"] = of_templates == 0 ? 1 : information / of_templates;
  scores["completeness"] = of_clusters == 0 ? 1 : information / of_clusters;
  scores["v_measure"] = mean(scores["homogeneity"], scores["completeness"]);
  const double middle = (of_templates + of_clusters) / 2;
  const double expected = expected_mutual_information(templates, clusters);
  scores["nmi"] = middle == 0 ? 1 : information / middle;
  // Where no other value can occur, the quotient is 0 / 0: the same partition is 1.
  scores["ami"] = middle - expected > 1e-9 ? (information - expected) / (middle - expected) : 1;
  return scores;
}

}  // namespace pagekin::reference
