// The two-sided test of templates/acceptance.h, as its comment tells it: sets and maps, each page
// compared with the others one by one.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "pagekin/features/marks.h"

namespace pagekin::reference {

using Marks = std::set<std::uint64_t>;

// Whether a mark is of kind 0 (structure), 1 (names) or 2 (texts).
inline bool is_of_kind(std::uint64_t mark, int kind) {
  const auto of = features::kind_of(mark);
  if (kind == 0) return of == features::MarkKind::kPath;
  if (kind == 2) return of == features::MarkKind::kText;
  return of != features::MarkKind::kPath && of != features::MarkKind::kText;
}

// The share of the marks of a kind that nine tenths of the pages have and that `page` lacks.
inline double lacks(const std::vector<Marks>& pages, const Marks& page, int kind) {
  std::map<std::uint64_t, int> counts;
  for (const Marks& one : pages) {
    for (const std::uint64_t mark : one) ++counts[mark];
  }
  double core = 0;
  double lacked = 0;
  for (const auto& [mark, count] : counts) {
    if (!is_of_kind(mark, kind) || 10 * count < 9 * static_cast<int>(pages.size())) continue;
    core += 1;
    lacked += page.contains(mark) ? 0 : 1;
  }
  return core == 0 ? 0 : lacked / core;
}

// The share of the marks of a kind of `page` that none of the others has.
inline double adds(const std::vector<const Marks*>& others, const Marks& page, int kind) {
  double all = 0;
  double added = 0;
  for (const std::uint64_t mark : page) {
    if (!is_of_kind(mark, kind)) continue;
    all += 1;
    bool is_known = false;
    for (const Marks* const other : others) is_known = is_known || other->contains(mark);
    added += is_known ? 0 : 1;
  }
  return all == 0 ? 0 : added / all;
}

inline std::vector<const Marks*> all_but(const std::vector<Marks>& pages, std::size_t left_out) {
  std::vector<const Marks*> others;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (i != left_out) others.push_back(&pages[i]);
  }
  return others;
}

// Templates have two pages or more each.
inline double acceptance_score(const std::vector<Marks>& pages, const Marks& page) {
  double strangeness = 0;
  for (int kind = 0; kind < 3; ++kind) {
    double usual_lacks = 0;
    double usual_adds = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      usual_lacks += lacks(pages, pages[i], kind) / static_cast<double>(pages.size());
      usual_adds += adds(all_but(pages, i), pages[i], kind) / static_cast<double>(pages.size());
    }
    strangeness += std::sqrt(lacks(pages, page, kind)) - std::sqrt(usual_lacks);
    if (kind == 2) continue;
    strangeness +=
        std::sqrt(adds(all_but(pages, pages.size()), page, kind)) - std::sqrt(usual_adds);
  }
  return 1 / (1 + std::exp(7 * (strangeness - 0.3)));
}

}  // namespace pagekin::reference
