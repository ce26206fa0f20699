// Sites given by the marks of their pages: written by hand from numbered parts, or random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::test {

using features::MarkKind;
using Marks = std::vector<std::uint64_t>;  // sorted set
using Site = std::vector<Marks>;           // by page

inline std::uint64_t mark(std::uint32_t place, MarkKind kind, std::uint32_t value) {
  return features::make_mark(std::uint64_t{place} << 32, kind, value);
}

// A part of a page: `marks` marks at a place of its own.
inline Marks part(std::uint32_t number, std::uint32_t marks = 1, MarkKind kind = MarkKind::kPath) {
  Marks made;
  for (std::uint32_t i = 0; i < marks; ++i) made.push_back(mark(1'000 + number, kind, i));
  return made;
}

// Parts of pages of a small site.
inline const Marks kFrame = part(1, 30);
inline const Marks kPost = part(2, 20);
inline const Marks kList = part(3, 20);

inline Marks as_set(Marks marks) {
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  return marks;
}

inline Marks page(std::initializer_list<Marks> parts) {
  Marks all;
  for (const Marks& one : parts) all.insert(all.end(), one.begin(), one.end());
  return as_set(all);
}

inline void add(Site& site, std::size_t pages, const Marks& marks) {
  site.insert(site.end(), pages, marks);
}

inline std::vector<templates::MarkSet> views(const Site& site) {
  return {site.begin(), site.end()};
}

inline std::vector<std::uint64_t> recurring(const Site& site) {
  return templates::recurring_marks(views(site));
}

inline templates::BlockShapes shapes(const Site& site) {
  return templates::shapes_of(views(site), recurring(site));
}

inline std::vector<std::set<std::uint64_t>> as_sets(const Site& site) {
  std::vector<std::set<std::uint64_t>> sets;
  for (const Marks& marks : site) sets.emplace_back(marks.begin(), marks.end());
  return sets;
}

template <class T>
void shuffle(Random& random, std::vector<T>& values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(static_cast<std::uint32_t>(i))]);
  }
}

// A random site. Each template has parts that all of its pages have and parts that some
// have. In addition there are a frame, parts of any page, lists of ever new values, and
// values of one page only. Some pages are equal, some empty.
inline Site random_site(Random& random, std::uint32_t pages) {
  const std::uint32_t templates = 1 + random.below(4);
  const std::uint32_t parts = 1 + random.below(5);  // parts of a template
  const std::uint32_t list = random.below(6);
  const std::uint32_t values = 1 + random.below(150);  // values that a list draws from
  const double rare = 0.3 * random.unit();
  const auto random_part = [&](std::uint32_t number) {
    const auto kind = static_cast<MarkKind>(1 + mix(number) % 5);
    return part(number, 1 + static_cast<std::uint32_t>(mix(number) >> 32) % 12, kind);
  };
  Site site;
  while (site.size() < pages) {
    if (!site.empty() && random.chance(0.2)) {
      const Marks again = site[random.below(static_cast<std::uint32_t>(site.size()))];
      site.push_back(again);
      continue;
    }
    Marks marks;
    const auto take = [&](const Marks& more) {
      marks.insert(marks.end(), more.begin(), more.end());
    };
    if (!random.chance(0.03)) {
      take(random_part(0));
      const std::uint32_t own = 100 * (1 + random.below(templates));
      for (std::uint32_t i = 0; i < parts; ++i) {
        if (i % 2 == 0 ? random.chance(0.97) : random.chance(0.5)) take(random_part(own + i));
      }
      for (std::uint32_t i = 1; i < 6; ++i) {
        if (random.chance(rare)) take(random_part(i));
      }
      for (std::uint32_t i = 0; i < list; ++i) {
        marks.push_back(mark(1, MarkKind::kText, random.below(values)));
        marks.push_back(mark(2, MarkKind::kPath, random.below(values)));
      }
      marks.push_back(mark(3, MarkKind::kId, 1'000 + static_cast<std::uint32_t>(site.size())));
    }
    site.push_back(as_set(marks));
  }
  return site;
}

inline std::vector<std::uint32_t> all_of(const templates::BlockShapes& site) {
  std::vector<std::uint32_t> all(site.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// By shape; some groups are empty, and some shapes are in none.
inline std::vector<std::uint32_t> random_groups(Random& random, const templates::BlockShapes& site,
                                                std::uint32_t groups) {
  std::vector<std::uint32_t> group_of(site.size());
  for (std::uint32_t& group : group_of) {
    group = random.chance(0.1) ? templates::kNoGroup : random.below(groups);
  }
  return group_of;
}

// Numbers the labels from 0 in the order of the pages, so that equal partitions are equal.
inline std::vector<std::uint32_t> renumbered(std::vector<std::uint32_t> labels) {
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t& label : labels) {
    label = number.try_emplace(label, static_cast<std::uint32_t>(number.size())).first->second;
  }
  return labels;
}

}  // namespace pagekin::test
