// Templates of a site by definition: marks, blocks and pages as sets, every sum anew.
//
// A group is the list of its pages, each the set of its blocks; nothing is counted ahead.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/features/marks.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"

namespace pagekin::reference {

using MarkPage = std::set<std::uint64_t>;
using BlockPage = std::set<templates::BlockId>;
using PageGroup = std::vector<BlockPage>;

// Pages that a mark must be in, beside one in a hundred: three, two on a site of fewer than a
// hundred, one where there is but one.
inline std::size_t fewest_pages(std::size_t pages) {
  return pages >= 100 ? 3 : std::min<std::size_t>(2, pages);
}

// In enough pages, and not one of the many values of a busy place.
inline std::set<std::uint64_t> recurring_marks(const std::vector<MarkPage>& pages) {
  std::map<std::pair<std::uint32_t, features::MarkKind>, std::multiset<std::uint64_t>> places;
  for (const MarkPage& page : pages) {
    for (const std::uint64_t mark : page) {
      places[{features::place_of(mark), features::kind_of(mark)}].insert(mark);
    }
  }
  std::set<std::uint64_t> found;
  for (const auto& [place, uses] : places) {
    const std::set<std::uint64_t> values(uses.begin(), uses.end());
    for (const std::uint64_t mark : values) {
      const std::size_t count = uses.count(mark);
      if (count < fewest_pages(pages.size()) || 100 * count < pages.size()) continue;
      const bool is_structure = place.second == features::MarkKind::kPath;
      if (is_structure || 50 * count >= uses.size() || values.size() <= 60) found.insert(mark);
    }
  }
  return found;
}

struct Shapes {
  std::set<std::set<std::uint64_t>> blocks;  // each the marks of the same pages
  // By blocks: the pages that have these and no others.
  std::map<std::vector<templates::BlockId>, std::set<std::size_t>> shapes;
};

inline Shapes shapes_of(const std::vector<MarkPage>& pages,
                        const std::set<std::uint64_t>& counted) {
  std::map<std::set<std::size_t>, std::set<std::uint64_t>> by_pages;
  for (const std::uint64_t mark : counted) {
    std::set<std::size_t> pages_with;
    for (std::size_t page = 0; page < pages.size(); ++page) {
      if (pages[page].contains(mark)) pages_with.insert(page);
    }
    by_pages[pages_with].insert(mark);
  }
  Shapes found;
  for (const auto& [pages_with, marks] : by_pages) found.blocks.insert(marks);
  for (std::size_t page = 0; page < pages.size(); ++page) {
    std::vector<templates::BlockId> blocks;
    templates::BlockId number = 0;
    for (const std::set<std::uint64_t>& marks : found.blocks) {
      if (pages[page].contains(*marks.begin())) blocks.push_back(number);
      ++number;
    }
    found.shapes[blocks].insert(page);
  }
  return found;
}

inline double weight_of(std::size_t marks) { return std::log2(1 + static_cast<double>(marks)); }

inline bool only_texts(const std::set<std::uint64_t>& marks) {
  return std::all_of(marks.begin(), marks.end(), [](std::uint64_t mark) {
    return features::kind_of(mark) == features::MarkKind::kText;
  });
}

inline double telling_of(const std::set<std::uint64_t>& marks) {
  return weight_of(marks.size()) / (only_texts(marks) ? 2 : 1);
}

inline BlockPage page_of(const templates::BlockShapes& site, std::size_t shape) {
  return {site[shape].begin(), site[shape].end()};
}

// common / (common + less + 0.1 more); shapes with nothing at all are alike in nothing.
inline double shape_similarity(const templates::BlockShapes& site, std::size_t a, std::size_t b) {
  const BlockPage in_a = page_of(site, a);
  const BlockPage in_b = page_of(site, b);
  double common = 0;
  double only_a = 0;
  double only_b = 0;
  for (templates::BlockId i = 0; i < site.blocks.size(); ++i) {
    const double weight = weight_of(site.blocks[i].marks.size());
    if (in_a.contains(i) && in_b.contains(i)) common += weight;
    if (in_a.contains(i) && !in_b.contains(i)) only_a += weight;
    if (in_b.contains(i) && !in_a.contains(i)) only_b += weight;
  }
  const double whole = common + std::min(only_a, only_b) + 0.1 * std::max(only_a, only_b);
  return whole > 0 ? common / whole : 0;
}

inline std::vector<PageGroup> groups_of(const templates::BlockShapes& site,
                                        std::span<const std::uint32_t> group_of,
                                        std::size_t groups) {
  std::vector<PageGroup> found(groups);
  for (std::size_t shape = 0; shape < site.size(); ++shape) {
    if (group_of[shape] == templates::kNoGroup) continue;
    PageGroup& group = found[group_of[shape]];
    group.insert(group.end(), site.pages[shape], page_of(site, shape));
  }
  return found;
}

inline double pages_with(const PageGroup& group, templates::BlockId block) {
  return static_cast<double>(std::count_if(
      group.begin(), group.end(), [&](const BlockPage& page) { return page.contains(block); }));
}

inline double share(const PageGroup& group, templates::BlockId block) {
  return pages_with(group, block) / static_cast<double>(group.size());
}

// When a tenth of a page more has it and a tenth of a page more has not.
inline double doubtful_share(double with, double pages) { return (with + 0.1) / (pages + 0.2); }

// Of four pages or more, one that lacks what most have may be there by mistake.
inline double most(const PageGroup& group, templates::BlockId block) {
  const auto pages = static_cast<double>(group.size());
  const double with = pages_with(group, block);
  const bool forgives = pages >= 4 && with > pages - with && with < pages;
  return doubtful_share(forgives ? with + 1 : with, pages);
}

// Of four pages or more, one that has what most lack may be there by mistake.
inline double least(const PageGroup& group, templates::BlockId block) {
  const auto pages = static_cast<double>(group.size());
  const double with = pages_with(group, block);
  const bool forgives = pages >= 4 && with < pages - with && with > 0;
  return doubtful_share(forgives ? with - 1 : with, pages);
}

// What nearly all pages of `group` have and nearly none of `other`: by block, the
// difference of their shares to the power of 12.
inline double own_weight(const templates::BlockShapes& site, const PageGroup& group,
                         const PageGroup& other) {
  double sum = 0;
  for (templates::BlockId i = 0; i < site.blocks.size(); ++i) {
    const double x = most(group, i) - least(other, i);
    if (x > 0) sum += site.blocks[i].telling * std::pow(x, 12);
  }
  return sum;
}

// Evidence against what is common, trusted by the pages of the smaller group, and a
// twentieth of any difference, of which the larger side counts three tenths.
inline double separation(const templates::BlockShapes& site, const PageGroup& a, const PageGroup& b,
                         double all_pages) {
  double common = 1e-9;
  double more_a = 0;
  double more_b = 0;
  for (templates::BlockId i = 0; i < site.blocks.size(); ++i) {
    const double telling = site.blocks[i].telling;
    common += telling * std::min(share(a, i), share(b, i));
    more_a += telling * std::max(0.0, share(a, i) - share(b, i));
    more_b += telling * std::max(0.0, share(b, i) - share(a, i));
  }
  const double evidence = std::min(own_weight(site, a, b), own_weight(site, b, a));
  const double difference = std::min(more_a, more_b) + 0.3 * std::max(more_a, more_b);
  const auto smaller = static_cast<double>(std::min(a.size(), b.size()));
  const double trust = smaller / (smaller + 2) * std::pow(2 * smaller / all_pages, 0.1);
  return trust * evidence / (evidence + common) + 0.05 * difference / (difference + common);
}

inline double entropy(double share) {
  if (share <= 0 || share >= 1) return 0;
  return -share * std::log2(share) - (1 - share) * std::log2(1 - share);
}

// Times log2(pages + 1), to say how many pages of a group have a block.
constexpr double kDescription = 2.5;

// In bits: which pages have a block, how many do, and which of all pages are the group's.
inline double description_length(const templates::BlockShapes& site, const PageGroup& group,
                                 double all_pages) {
  const auto pages = static_cast<double>(group.size());
  double bits = pages * std::log2(all_pages / pages);
  for (templates::BlockId i = 0; i < site.blocks.size(); ++i) {
    if (pages_with(group, i) == 0) continue;
    bits += site.blocks[i].weight *
            (pages * entropy(share(group, i)) + kDescription * std::log2(pages + 1));
  }
  return bits;
}

inline double cost_of_joining(const templates::BlockShapes& site, const PageGroup& a,
                              const PageGroup& b, double all_pages) {
  PageGroup both = a;
  both.insert(both.end(), b.begin(), b.end());
  return description_length(site, both, all_pages) - description_length(site, a, all_pages) -
         description_length(site, b, all_pages);
}

// log2, each block by its weight; an unknown one is there or not, which is certain.
inline double likelihood(const templates::BlockShapes& site, const PageGroup& group,
                         const BlockPage& page, const BlockPage& unknown) {
  double sum = 0;
  for (templates::BlockId i = 0; i < site.blocks.size(); ++i) {
    if (unknown.contains(i)) continue;
    const double with = doubtful_share(pages_with(group, i), static_cast<double>(group.size()));
    sum += site.blocks[i].weight * std::log2(page.contains(i) ? with : 1 - with);
  }
  return sum;
}

// Measures all pairs each time.
template <class Apart>
std::vector<std::uint32_t> join_groups(templates::Groups& groups, const Apart& apart,
                                       double enough) {
  std::vector<std::uint32_t> went(groups.size());
  std::iota(went.begin(), went.end(), 0U);
  while (true) {
    double best = std::numeric_limits<double>::infinity();
    std::uint32_t into = 0;
    std::uint32_t from = 0;
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
      for (std::uint32_t j = i + 1; j < groups.size(); ++j) {
        if (groups.pages(i) == 0 || groups.pages(j) == 0) continue;
        const double value = apart(groups, i, j);
        if (value >= best) continue;
        best = value;
        into = i;
        from = j;
      }
    }
    if (best >= enough) return went;
    groups.merge(into, from);
    std::replace(went.begin(), went.end(), from, into);
  }
}

}  // namespace pagekin::reference
