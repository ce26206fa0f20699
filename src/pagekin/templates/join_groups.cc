#include "pagekin/templates/join_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pagekin/core/stop.h"

namespace pagekin::templates {
namespace {

// The distances between the remaining groups, and for each group its closest later one.
class Distances {
 public:
  Distances(const Groups& groups, const Apart& apart)
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

  const Groups* groups_;
  const Apart* apart_;
  std::size_t size_;
  std::vector<double> values_;
  std::vector<std::size_t> active_;
  std::vector<Pair> nearest_;
};

}  // namespace

std::vector<std::uint32_t> join_groups(Groups& groups, const Apart& apart, double enough) {
  std::vector<std::uint32_t> went(groups.size());
  std::iota(went.begin(), went.end(), 0);
  Distances distances(groups, apart);
  while (true) {
    check_stop();
    const Distances::Pair pair = distances.closest();
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
