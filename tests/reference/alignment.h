// Levenshtein distance and longest common subsequence by the textbook tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pagekin::reference {

template <class T>
std::size_t levenshtein(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
      } else {
        const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        d[i][j] = std::min({replaced, d[i - 1][j] + 1, d[i][j - 1] + 1});
      }
    }
  }
  return d[a.size()][b.size()];
}

template <class T>
std::size_t lcs(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<std::vector<std::size_t>> l(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      l[i][j] = a[i - 1] == b[j - 1] ? l[i - 1][j - 1] + 1 : std::max(l[i - 1][j], l[i][j - 1]);
    }
  }
  return l[a.size()][b.size()];
}

}  // namespace pagekin::reference
