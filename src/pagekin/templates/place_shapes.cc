#include "pagekin/templates/place_shapes.h"

#include <cmath>
#include <cstddef>

namespace pagekin::templates {
namespace {

constexpr double kDoubt = 0.1;

}  // namespace

Likelihoods::Likelihoods(const Groups& groups) : row_size_(groups.block_end()) {
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    if (groups.pages(group) == 0) continue;
    groups_.push_back(group);
    double none = 0;
    for (std::size_t i = 0; i < row_size_; ++i) {
      const double share = (groups.counts(group)[i] + kDoubt) / (groups.pages(group) + 2 * kDoubt);
      const double absent = groups.weights()[i] * std::log2(1 - share);
      none += absent;
      absent_.push_back(static_cast<float>(absent));
      change_.push_back(static_cast<float>(groups.weights()[i] * std::log2(share) - absent));
    }
    none_.push_back(none);
  }
}

std::uint32_t Likelihoods::best(std::span<const BlockId> blocks,
                                std::span<const BlockId> unknown) const {
  std::size_t best = 0;
  double most = 0;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const float* const change = change_.data() + group * row_size_;
    const float* const absent = absent_.data() + group * row_size_;
    double value = none_[group];
    for (const BlockId block : blocks) value += change[block];
    for (const BlockId block : unknown) value -= absent[block];
    if (group > 0 && value <= most) continue;
    best = group;
    most = value;
  }
  return groups_[best];
}

}  // namespace pagekin::templates
