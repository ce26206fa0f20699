#include "pagekin/eval/bootstrap.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::eval {

MeanInterval bootstrap_mean(std::span<const double> values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  std::vector<double> means;
  means.reserve(kBootstraps);
  std::uint64_t state = 1;  // the same draws in every run
  for (std::size_t draw = 0; draw < kBootstraps; ++draw) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      state += 0x9E3779B97F4A7C15;
      sum += values[mix(state) % values.size()];
    }
    means.push_back(sum / count);
  }
  std::ranges::sort(means);
  return {.mean = std::accumulate(values.begin(), values.end(), 0.0) / count,
          .low = means[kBootstraps / 40],
          .high = means[kBootstraps - 1 - kBootstraps / 40]};
}

}  // namespace pagekin::eval
