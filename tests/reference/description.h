// A simple reference for descriptions: shares of pages, counted mark by mark.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace pagekin::reference {

using MarkedPages = std::vector<std::set<std::uint64_t>>;

// The share of the pages of one cluster that have a mark.
inline double share_of(const MarkedPages& pages, const std::vector<std::uint32_t>& cluster_of,
                       std::uint32_t cluster, std::uint64_t mark) {
  double all = 0;
  double with = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (cluster_of[i] != cluster) continue;
    ++all;
    with += pages[i].contains(mark) ? 1 : 0;
  }
  return all > 0 ? with / all : 0;
}

// The share of the pages of all other clusters that have it, weighted by their sizes.
inline double share_elsewhere(const MarkedPages& pages,
                              const std::vector<std::uint32_t>& cluster_of, std::uint32_t cluster,
                              const std::vector<double>& sizes, std::uint64_t mark) {
  double all = 0;
  double with = 0;
  for (std::uint32_t other = 0; other < sizes.size(); ++other) {
    if (other == cluster) continue;
    all += sizes[other];
    with += sizes[other] * share_of(pages, cluster_of, other, mark);
  }
  return all > 0 ? with / all : 0;
}

}  // namespace pagekin::reference
