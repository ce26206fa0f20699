// Whether two groups of pages differ by texts alone, by definition: marks one by one.
#pragma once

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "pagekin/features/marks.h"

#include "reference/declared_apart.h"

namespace pagekin::reference {

inline bool are_apart_by_texts(const MarkedPages& a, const MarkedPages& b) {
  std::set<std::uint64_t> marks;
  for (const MarkedPages* group : {&a, &b}) {
    for (const std::vector<std::uint64_t>& page : *group) marks.insert(page.begin(), page.end());
  }
  std::set<std::uint64_t> places_a;
  std::set<std::uint64_t> places_b;
  for (const std::uint64_t mark : marks) {
    const double more = share_with(a, mark) - share_with(b, mark);
    if (std::abs(more) < 0.5) continue;
    if (features::kind_of(mark) != features::MarkKind::kText) return false;
    (more > 0 ? places_a : places_b).insert(mark >> 32);
  }
  for (const std::uint64_t place : places_a) {
    if (places_b.contains(place)) return true;
  }
  return false;
}

}  // namespace pagekin::reference
