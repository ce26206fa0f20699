// Joins groups, the closest pair first, until all groups are far enough apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "pagekin/core/stop.h"

namespace pagekin::templates {

// The distances between the remaining groups, and for each group its closest later one.
template <class AnyGroups, class Apart>
class GroupDistances {
 public:
  GroupDistances(const AnyGroups& groups, const Apart& apart)
      : groups_(&groups), apart_(&apart), size_(groups.size()), values_(size_ * size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (groups.pages(i) > 0) active_.push_back(i);
    }
    nearest_.resize(size_);
    for (const std::size_t i : active_) {
      check_stop();
      for (const std::size_t j : active_) {
        if (j > i) at(i, j) = (*apart_)(groups, i, j);
      }
      find_nearest(i);
    }
  }

  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    double apart = std::numeric_limits<double>::infinity();
  };

  Pair closest() const {
    Pair best;
    for (const std::size_t i : active_) {
      if (nearest_[i].apart < best.apart) best = nearest_[i];
    }
    return best;
  }

  // Updates the distances after `gone`, the later of the two, was merged into `into`.
  void update(std::size_t into, std::size_t gone) {
    std::erase(active_, gone);
    for (const std::size_t i : active_) {
      if (i == into) continue;
      at(std::min(i, into), std::max(i, into)) =
          (*apart_)(*groups_, std::min(i, into), std::max(i, into));
    }
    for (const std::size_t i : active_) {
      const std::size_t was = nearest_[i].second;
      const bool is_nearer = i < into && at(i, into) <= nearest_[i].apart;
      if (i == into || was == into || was == gone || is_nearer) find_nearest(i);
    }
  }

 private:
  double& at(std::size_t i, std::size_t j) { return values_[i * size_ + j]; }

  void find_nearest(std::size_t i) {
    nearest_[i] = {};
    for (const std::size_t j : active_) {
      if (j > i && at(i, j) < nearest_[i].apart) nearest_[i] = {i, j, at(i, j)};
    }
  }

  const AnyGroups* groups_;
  const Apart* apart_;
  std::size_t size_;
  std::vector<double> values_;
  std::vector<std::size_t> active_;
  std::vector<Pair> nearest_;
};

// Joins the closest pair again and again as long as its distance is below `enough`. `apart`
// returns the distance of two groups and is symmetric. The distances of a joined group are
// computed anew. Of equally close pairs, the one with the smallest numbers comes first.
// Returns for each group the group that it became part of, or itself.
// Cost: time O(groups^2) times that of `apart`; memory O(groups^2).
template <class AnyGroups, class Apart>
std::vector<std::uint32_t> join_groups(AnyGroups& groups, const Apart& apart, double enough) {
  std::vector<std::uint32_t> went(groups.size());
  std::iota(went.begin(), went.end(), 0);
  GroupDistances distances(static_cast<const AnyGroups&>(groups), apart);
  while (true) {
    check_stop();
    const auto pair = distances.closest();
    if (!(pair.apart < enough)) break;
    groups.merge(pair.first, pair.second);
    distances.update(pair.first, pair.second);
    for (std::uint32_t& group : went) {
      if (group == pair.second) group = static_cast<std::uint32_t>(pair.first);
    }
  }
  return went;
}

}  // namespace pagekin::templates
