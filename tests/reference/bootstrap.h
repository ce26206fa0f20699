// The means of all samples with replacement, one by one: n^n of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pagekin::test {

inline std::vector<double> all_resampled_means(const std::vector<double>& values) {
  const std::size_t n = values.size();
  std::size_t samples = 1;
  for (std::size_t i = 0; i < n; ++i) samples *= n;
  std::vector<double> means;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    double sum = 0;
    for (std::size_t i = 0, rest = sample; i < n; ++i, rest /= n) sum += values[rest % n];
    means.push_back(sum / static_cast<double>(n));
  }
  std::ranges::sort(means);
  return means;
}

}  // namespace pagekin::test
