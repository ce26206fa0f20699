// Entropy and mutual information of clusters and templates, in nats.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "pagekin/eval/contingency.h"

namespace pagekin::eval {

// Adds up numbers and compensates rounding errors (Neumaier's variant of Kahan's sum), so that a
// million small terms lose no digits.
class Sum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

// The entropy of a partition into parts of these sizes; `pages` is their sum.
double entropy(std::span<const std::uint64_t> sizes, std::uint64_t pages);

// The mutual information of templates and clusters; never below 0.
double mutual_information(const Contingency& table);

// Its mean over all random assignments of the pages to clusters of these sizes.
double expected_mutual_information(std::span<const std::uint64_t> template_sizes,
                                   std::span<const std::uint64_t> cluster_sizes,
                                   std::uint64_t pages);

}  // namespace pagekin::eval
