#include "pagekin/core/clustering.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace pagekin {

Clustering canonical(std::vector<int> labels) {
  std::unordered_map<int, int> renumbered;
  for (int& label : labels) {
    if (label < 0) {
      label = kLeftOut;
    } else {
      label = renumbered.try_emplace(label, static_cast<int>(renumbered.size())).first->second;
    }
  }
  return {std::move(labels), static_cast<int>(renumbered.size())};
}

std::vector<int> numbers_by_size(const Clustering& clustering) {
  const auto count = static_cast<std::size_t>(clustering.cluster_count);
  std::vector<std::size_t> sizes(count);
  for (const int label : clustering.labels) {
    if (label != kLeftOut) ++sizes[static_cast<std::size_t>(label)];
  }
  // Labels ascend by first appearance, so a stable sort breaks ties as promised.
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  std::vector<int> numbers(count);
  for (std::size_t rank = 0; rank < count; ++rank)
    numbers[order[rank]] = static_cast<int>(rank) + 1;
  return numbers;
}

}  // namespace pagekin
