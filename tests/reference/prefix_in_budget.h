// The things of the lowest ranks whose bytes fit into a budget, by sorting all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pagekin::test {

inline std::vector<std::uint64_t> prefix_in_budget(
    std::vector<std::pair<std::uint64_t, std::size_t>> things, std::size_t budget) {
  std::ranges::sort(things);
  std::vector<std::uint64_t> ranks;
  std::size_t sum = 0;
  for (const auto& [rank, bytes] : things) {
    sum += bytes;
    if (sum > budget) break;
    ranks.push_back(rank);
  }
  return ranks;
}

}  // namespace pagekin::test
