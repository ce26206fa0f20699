// How sure a mean is: the values are drawn again with replacement, many times, and the interval
// holds the middle 95 % of the means (Efron 1979, the percentile method). With the differences of
// two methods, one a corpus, this is the paired interval: what all corpora have in common cancels
// out.
//
// Cost: O(values) for each of kBootstraps draws. The result depends on the values and their order.
#pragma once

#include <cstddef>
#include <span>

namespace pagekin::eval {

constexpr std::size_t kBootstraps = 2000;

struct MeanInterval {
  double mean = 0;
  double low = 0;
  double high = 0;
};

// All are 0 without values; of one value all are that value.
MeanInterval bootstrap_mean(std::span<const double> values);

}  // namespace pagekin::eval
