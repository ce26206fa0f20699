// What the voters of a site know and how they judge, by definition: pages one by one, in double
// precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/features/marks.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/voters.h"

#include "reference/templates.h"

namespace pagekin::reference {

// All pages of the shapes, each a set of blocks.
inline PageGroup all_pages(const templates::BlockShapes& site) {
  return groups_of(site, std::vector<std::uint32_t>(site.size(), 0), 1).front();
}

inline double crossing(const templates::BlockShapes& site, templates::BlockId block) {
  const PageGroup pages = all_pages(site);
  double crossed = 0;
  double total = 0;
  for (templates::BlockId other = 0; other < site.blocks.size(); ++other) {
    total += site.blocks[other].weight;
    double cells[2][2] = {};
    for (const BlockPage& page : pages) ++cells[page.count(block)][page.count(other)];
    bool is_crossed = other != block;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        const double margin = std::min(cells[i][0] + cells[i][1], cells[0][j] + cells[1][j]);
        is_crossed = is_crossed && cells[i][j] > std::max(2.0, 0.03 * margin);
      }
    }
    if (is_crossed) crossed += site.blocks[other].weight;
  }
  return total > 0 ? crossed / total : 0;
}

using ValuePlace = std::uint64_t;  // place and kind of a mark

// By place: the number of values that a page has there.
inline std::map<ValuePlace, int> values_of(const templates::BlockShapes& site,
                                           const BlockPage& page) {
  std::map<ValuePlace, int> values;
  for (const templates::BlockId block : page) {
    for (const std::uint64_t mark : site.blocks[block].marks) {
      if (features::kind_of(mark) != features::MarkKind::kPath) ++values[mark >> 29];
    }
  }
  return values;
}

// The place of a block if it is one where pages have one value; 0 if there is none.
inline ValuePlace place_of(const templates::BlockShapes& site, templates::BlockId block) {
  const PageGroup pages = all_pages(site);
  double best = 0;
  ValuePlace found = 0;
  std::set<ValuePlace> seen;
  for (const std::uint64_t mark : site.blocks[block].marks) {
    if (features::kind_of(mark) == features::MarkKind::kPath) continue;
    const ValuePlace place = mark >> 29;
    if (!seen.insert(place).second) continue;
    double filled = 0;
    double values = 0;
    double with = 0;
    for (const BlockPage& page : pages) {
      const std::map<ValuePlace, int> all = values_of(site, page);
      const auto at = all.find(place);
      filled += at != all.end();
      values += at != all.end() ? at->second : 0;
      with += static_cast<double>(page.count(block));
    }
    const bool has_one_value = 5 * values < 6 * filled;
    const double often = (filled - with) / std::max(1.0, static_cast<double>(pages.size()) - with) +
                         (has_one_value ? 0.01 : 0);
    if (often > best) {
      best = often;
      found = has_one_value ? place : 0;
    }
  }
  return best > 0.02 ? found : 0;
}

inline double to_the_12th(double share) { return share < 0.2 ? 0 : std::pow(share, 12); }

// Near 1 only if nearly all of `pages` pages are among the `count`.
inline double nearly_all(double count, double pages) {
  const double mistaken = pages >= 4 && 2 * count > pages ? 1 : 0;
  return to_the_12th(doubtful_share(std::min(pages, count + mistaken), pages));
}

inline double voter_separation(const templates::BlockShapes& site,
                               const templates::VoterSetting& setting, const PageGroup& a,
                               const PageGroup& b) {
  const PageGroup all = all_pages(site);
  const auto size = [](const PageGroup& group) { return static_cast<double>(group.size()); };
  const auto filling = [&](const PageGroup& group, ValuePlace place) {
    return static_cast<double>(std::ranges::count_if(
        group, [&](const BlockPage& page) { return values_of(site, page).count(place) > 0; }));
  };
  double own[2] = {};
  double more[2] = {};
  double common = setting.constant;
  for (templates::BlockId block = 0; block < site.blocks.size(); ++block) {
    const double weight = site.blocks[block].weight;
    const double rarity = std::clamp(-std::log2(pages_with(all, block) / size(all)), 0.02, 4.0);
    const std::set<std::uint64_t> marks(site.blocks[block].marks.begin(),
                                        site.blocks[block].marks.end());
    double own_weight = weight * std::pow(rarity, setting.rare_own) *
                        std::exp(-setting.crossing * crossing(site, block));
    if (only_texts(marks)) own_weight *= setting.texts;
    if (std::ranges::any_of(marks, features::is_near_root)) own_weight *= 1 + setting.top;
    const ValuePlace place = place_of(site, block);
    const PageGroup* const groups[2] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
      const PageGroup& one = *groups[i];
      const PageGroup& other = *groups[1 - i];
      const double lacks = nearly_all(size(other) - pages_with(other, block), size(other));
      const double replaced =
          place == 0 ? 0 : lacks * nearly_all(filling(other, place), size(other));
      own[i] += own_weight * nearly_all(pages_with(one, block), size(one)) *
                (lacks + setting.replaced * replaced);
      more[i] += weight * std::max(0.0, share(one, block) - share(other, block));
    }
    common += weight * (std::pow(rarity, setting.rare_common) + setting.common) *
              std::min(share(a, block), share(b, block));
  }
  const double evidence = std::min(own[0], own[1]) + setting.larger * std::max(own[0], own[1]);
  const double difference =
      std::min(more[0], more[1]) + setting.forgiven * std::max(more[0], more[1]);
  const double smaller = std::min(size(a), size(b));
  return smaller / (smaller + setting.half * std::min(1.0, size(all) / 100)) *
             std::pow(2 * smaller / size(all), setting.size) * evidence / (evidence + common) +
         setting.any * difference / (difference + common);
}

}  // namespace pagekin::reference
