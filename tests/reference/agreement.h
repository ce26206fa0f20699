// Agreement of voters by its definition, for tests: the parts are sets of groups, and the share
// of two parts is the mean over all pairs of their pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "pagekin/core/similarity_matrix.h"

namespace pagekin::test {

// Joins the two parts with the largest share while it is at least `least`. No part has two groups
// that are apart. Returns by group its part, numbered in the order of the groups.
inline std::vector<std::uint32_t> join_by_share(
    const SimilarityMatrix& shares, std::span<const std::uint32_t> pages, double least,
    const std::function<bool(std::uint32_t, std::uint32_t)>& are_apart) {
  std::vector<std::set<std::uint32_t>> parts;
  for (std::uint32_t group = 0; group < pages.size(); ++group) parts.push_back({group});
  const auto share = [&](const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
    double sum = 0;
    double pairs = 0;
    for (const std::uint32_t one : a) {
      for (const std::uint32_t other : b) {
        if (are_apart && are_apart(one, other)) return -1.0;
        const double both = double{1} * pages[one] * pages[other];
        sum += both * shares(one, other);
        pairs += both;
      }
    }
    return sum / pairs;
  };
  for (;;) {
    double best = least;
    std::size_t first = parts.size();
    std::size_t second = 0;
    for (std::size_t a = 0; a < parts.size(); ++a) {
      for (std::size_t b = a + 1; b < parts.size(); ++b) {
        const double now = share(parts[a], parts[b]);
        if (now < best || (first < parts.size() && now <= best)) continue;
        best = now;
        first = a;
        second = b;
      }
    }
    if (first == parts.size()) break;
    parts[first].merge(parts[second]);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(second));
  }
  std::vector<std::uint32_t> part_of(pages.size());
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    for (const std::uint32_t group : parts[part]) part_of[group] = part;
  }
  return part_of;
}

}  // namespace pagekin::test
