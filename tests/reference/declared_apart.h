// How far two groups of pages declare to be different, by definition: pages one by one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "pagekin/features/marks.h"

namespace pagekin::reference {

using MarkedPages = std::vector<std::vector<std::uint64_t>>;  // by page, a set

// The share of the pages that have the mark.
inline double share_with(const MarkedPages& pages, std::uint64_t mark) {
  double with = 0;
  for (const std::vector<std::uint64_t>& page : pages) with += std::ranges::count(page, mark) > 0;
  return with / static_cast<double>(pages.size());
}

inline double declared_apart(const MarkedPages& a, const MarkedPages& b) {
  std::map<std::uint64_t, std::set<std::uint64_t>> places;  // by place and kind, the marks
  for (const MarkedPages* group : {&a, &b}) {
    for (const std::vector<std::uint64_t>& page : *group) {
      for (const std::uint64_t mark : page) {
        if (features::is_near_root(mark)) places[mark >> 29].insert(mark);
      }
    }
  }
  const auto own = [](const MarkedPages& group, const MarkedPages& other,
                      const std::set<std::uint64_t>& marks) {
    const auto pages = static_cast<double>(group.size());
    double most = 0;
    for (const std::uint64_t mark : marks) {
      most =
          std::max(most, share_with(group, mark) * pages / (pages + 0.5) - share_with(other, mark));
    }
    return most;
  };
  double most = 0;
  for (const auto& [place, marks] : places) {
    double common = 0;
    double any = 0;
    for (const std::uint64_t mark : marks) {
      common += std::min(share_with(a, mark), share_with(b, mark));
      any += std::max(share_with(a, mark), share_with(b, mark));
    }
    const double least = std::min(own(a, b, marks), own(b, a, marks));
    most = std::max(most, std::pow(least, 4) * (1 - common / any));
  }
  return most;
}

}  // namespace pagekin::reference
