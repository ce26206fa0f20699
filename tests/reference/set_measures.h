// Similarities of sets and bags by definition, for any values that can be sorted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace pagekin::reference {

template <class T>
std::size_t common_count(const std::multiset<T>& a, const std::multiset<T>& b) {
  std::vector<T> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common.size();
}

template <class Values>
auto as_bag(const Values& values) {
  return std::multiset<typename Values::value_type>(values.begin(), values.end());
}
template <class Values>
auto as_set(const Values& values) {
  return as_bag(std::set<typename Values::value_type>(values.begin(), values.end()));
}

template <class T>
double jaccard(const std::multiset<T>& a, const std::multiset<T>& b) {
  if (a.empty() && b.empty()) return 1;
  const auto common = static_cast<double>(common_count(a, b));
  return common / (static_cast<double>(a.size() + b.size()) - common);
}

template <class T>
double dice(const std::multiset<T>& a, const std::multiset<T>& b) {
  if (a.empty() && b.empty()) return 1;
  return 2 * static_cast<double>(common_count(a, b)) / static_cast<double>(a.size() + b.size());
}

template <class T>
double share_of_larger(const std::multiset<T>& a, const std::multiset<T>& b) {
  if (a.empty() && b.empty()) return 1;
  return static_cast<double>(common_count(a, b)) /
         static_cast<double>(std::max(a.size(), b.size()));
}

template <class T>
double binary_cosine(const std::multiset<T>& a, const std::multiset<T>& b) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1 : 0;
  return static_cast<double>(common_count(a, b)) /
         (std::sqrt(static_cast<double>(a.size())) * std::sqrt(static_cast<double>(b.size())));
}

template <class T>
double tag_vector(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1 : 0;
  std::map<T, double> in_a, in_b, difference;
  for (const T& tag : a) in_a[tag] += 1, difference[tag] += 1;
  for (const T& tag : b) in_b[tag] += 1, difference[tag] -= 1;
  const auto norm = [](const std::map<T, double>& vector) {
    double sum = 0;
    for (const auto& [tag, value] : vector) sum += value * value;
    return std::sqrt(sum);
  };
  return 1 - norm(difference) / (norm(in_a) + norm(in_b));
}

template <class T>
double levenshtein_similarity(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.empty() && b.empty()) return 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return 1 - static_cast<double>(row.back()) / static_cast<double>(std::max(a.size(), b.size()));
}

}  // namespace pagekin::reference
