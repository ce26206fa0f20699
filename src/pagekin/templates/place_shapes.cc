#include "pagekin/templates/place_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pagekin::templates {
namespace {

constexpr double kShapeDoubt = 0.1;

}  // namespace

Likelihoods::Likelihoods(const Groups& groups, float left_out) : row_size_(groups.row_size()) {
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    if (groups.pages(group) == 0) continue;
    groups_.push_back(group);
    const float left = std::max(0.0F, groups.pages(group) - left_out);
    const double all = left + 2 * kShapeDoubt;
    double none = 0;
    for (std::size_t i = 0; i < row_size_; ++i) {
      const float count = groups.counts(group)[i];
      const double with = std::max(0.0F, count - left_out) + kShapeDoubt;
      const double without = std::max(0.0F, left - count) + kShapeDoubt;
      const double absent = groups.weights()[i] * std::log2(without / all);
      none += absent;
      absent_.push_back(static_cast<float>(absent));
      change_.push_back(static_cast<float>(groups.weights()[i] * std::log2(with / all) - absent));
    }
    none_.push_back(none);
  }
}

double Likelihoods::value_at(std::size_t row, std::span<const BlockId> blocks,
                             std::span<const BlockId> unknown) const {
  const float* const change = change_.data() + row * row_size_;
  const float* const absent = absent_.data() + row * row_size_;
  double value = none_[row];
  for (const BlockId block : blocks) value += change[block];
  for (const BlockId block : unknown) value -= absent[block];
  return value;
}

double Likelihoods::value(std::uint32_t group, std::span<const BlockId> blocks,
                          std::span<const BlockId> unknown) const {
  const auto at = std::ranges::lower_bound(groups_, group);
  return value_at(static_cast<std::size_t>(at - groups_.begin()), blocks, unknown);
}

Ranking Likelihoods::rank(std::span<const BlockId> blocks, std::span<const BlockId> unknown) const {
  Ranking ranking;
  for (std::size_t row = 0; row < groups_.size(); ++row) {
    const double value = value_at(row, blocks, unknown);
    if (ranking.first == kNoGroup || value > ranking.first_value) {
      ranking.second = ranking.first;
      ranking.second_value = ranking.first_value;
      ranking.first = groups_[row];
      ranking.first_value = value;
    } else if (ranking.second == kNoGroup || value > ranking.second_value) {
      ranking.second = groups_[row];
      ranking.second_value = value;
    }
  }
  return ranking;
}

std::uint32_t Likelihoods::best_of(std::span<const std::uint32_t> groups,
                                   std::span<const BlockId> blocks,
                                   std::span<const BlockId> unknown) const {
  if (groups.size() == 1) return groups.front();
  return *std::ranges::max_element(
      groups, {}, [&](std::uint32_t group) { return value(group, blocks, unknown); });
}

std::uint32_t Likelihoods::best(std::span<const BlockId> blocks,
                                std::span<const BlockId> unknown) const {
  return rank(blocks, unknown).first;
}

}  // namespace pagekin::templates
