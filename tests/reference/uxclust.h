// Clustering by inbound-link XPaths by definition: names in place of numbers, every pair
// compared, everything looked for anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/random.h"
#include "pagekin/method/xpath_clusters.h"

namespace pagekin::reference {

struct LinkedPage {
  std::string id;
  std::string address;
  std::vector<std::pair<std::string, std::string>> links;  // address, XPath
  std::set<std::uint64_t> paths;
  std::vector<std::uint8_t> fingerprint;
  friend bool operator==(const LinkedPage&, const LinkedPage&) = default;
};

struct Reached {
  std::size_t page = 0;
  std::string group;  // its XPath, or "seed " and an address
};

// Ids must differ, or the pages be equal.
inline std::vector<Reached> walk(const std::vector<LinkedPage>& pages,
                                 const std::string& seed_address) {
  std::vector<std::size_t> by_id(pages.size());
  for (std::size_t i = 0; i < by_id.size(); ++i) by_id[i] = i;
  std::stable_sort(by_id.begin(), by_id.end(),
                   [&](std::size_t a, std::size_t b) { return pages[a].id < pages[b].id; });
  std::vector<std::size_t> seeds = by_id;
  if (seed_address.empty()) {
    std::stable_sort(seeds.begin(), seeds.end(), [&](std::size_t a, std::size_t b) {
      return pages[a].id.size() < pages[b].id.size();
    });
  } else {
    std::erase_if(seeds, [&](std::size_t i) { return pages[i].address != seed_address; });
  }
  if (!seeds.empty()) seeds.resize(1);
  seeds.insert(seeds.end(), by_id.begin(), by_id.end());

  std::vector<Reached> reached;
  const auto reach = [&](const std::string& address, const std::string& group) {
    for (const Reached& known : reached) {
      if (pages[known.page].address == address) return;
    }
    for (const std::size_t page : by_id) {
      if (pages[page].address == address) reached.push_back({page, group});
    }
  };
  std::size_t followed = 0;
  for (const std::size_t seed : seeds) {
    reach(pages[seed].address, "seed " + pages[seed].address);
    for (; followed < reached.size(); ++followed) {
      const LinkedPage& from = pages[reached[followed].page];
      for (const auto& [address, xpath] : from.links) reach(address, xpath);
    }
  }
  return reached;
}

inline std::size_t edits(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
      } else {
        table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                                table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      }
    }
  }
  return table[a.size()][b.size()];
}

inline bool match(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  if (a.size() < 4 || b.size() < 4) return a == b;
  return edits(a, b) <= 1;
}

// Sets of pages that match in chains.
inline std::vector<std::vector<std::size_t>> kinds(const std::vector<LinkedPage>& pages,
                                                   std::vector<std::size_t> left) {
  std::vector<std::vector<std::size_t>> kinds;
  while (!left.empty()) {
    std::vector<std::size_t> kind{left.front()};
    left.erase(left.begin());
    for (std::size_t i = 0; i < kind.size(); ++i) {
      const auto rest = std::stable_partition(left.begin(), left.end(), [&](std::size_t page) {
        return !match(pages[page].fingerprint, pages[kind[i]].fingerprint);
      });
      kind.insert(kind.end(), rest, left.end());
      left.erase(rest, left.end());
    }
    std::sort(kind.begin(), kind.end());
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

inline double common_paths(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
  if (a.empty() && b.empty()) return 1;
  if (a.empty() || b.empty()) return 0;
  double common = 0;
  for (const std::uint64_t path : a) common += b.contains(path) ? 1 : 0;
  return common / static_cast<double>(std::max(a.size(), b.size()));
}

// The pages in groups, as reached.
struct UxGroup {
  std::vector<std::size_t> pages;     // all
  std::vector<std::size_t> agreeing;  // of those that were verified
  std::set<std::uint64_t> fingerprint;
  int label = 0;
  bool is_large = false;
};

inline Clustering uxclust(const std::vector<LinkedPage>& pages, const method::XpathOptions& options,
                          const std::string& seed_address = "") {
  const std::vector<Reached> reached = walk(pages, seed_address);
  std::vector<UxGroup> groups;
  std::map<std::string, std::size_t> number;
  for (const Reached& page : reached) {
    const std::size_t group = number.try_emplace(page.group, groups.size()).first->second;
    if (group == groups.size()) groups.emplace_back();
    groups[group].pages.push_back(page.page);
  }

  std::vector<std::size_t> odd;
  const auto without_odd = [&](const std::vector<std::size_t>& members) {
    for (const std::vector<std::size_t>& kind : kinds(pages, members)) {
      if (2 * kind.size() <= members.size()) continue;
      std::vector<std::size_t> agreeing;
      for (const std::size_t page : members) {
        const bool agrees = std::find(kind.begin(), kind.end(), page) != kind.end();
        (agrees ? agreeing : odd).push_back(page);
      }
      return agreeing;
    }
    return members;
  };
  for (std::size_t i = 0; i < groups.size(); ++i) {
    UxGroup& group = groups[i];
    group.label = static_cast<int>(i);
    group.is_large = group.pages.size() >= options.cut_off;
    const bool all = options.verify == method::Verify::kAll;
    group.agreeing = all ? without_odd(group.pages) : group.pages;
    if (options.drop_small && !group.is_large) {
      if (!all) group.agreeing.clear();
      group.label = kLeftOut;
      continue;
    }
    std::vector<std::size_t> samples;
    for (const std::uint32_t place : method::draw(static_cast<std::uint32_t>(group.agreeing.size()),
                                                  options.samples, Random(options.seed).fork(i))) {
      samples.push_back(group.agreeing[place]);
    }
    if (options.verify == method::Verify::kSamples) samples = without_odd(samples);
    if (!all) group.agreeing = samples;
    std::map<std::uint64_t, std::size_t> found_in;
    for (const std::size_t page : samples) {
      for (const std::uint64_t path : pages[page].paths) ++found_in[path];
    }
    for (const auto& [path, count] : found_in) {
      const double share = static_cast<double>(count) / static_cast<double>(samples.size());
      if (share > options.occurrence + 1e-9) group.fingerprint.insert(path);
    }
  }

  const auto similar = [&](const UxGroup& a, const UxGroup& b) -> std::optional<double> {
    const double similarity = common_paths(a.fingerprint, b.fingerprint);
    if (similarity < options.similar - 1e-9) return {};
    return similarity;
  };
  for (bool again = true; again;) {  // the smaller label spreads
    again = false;
    for (UxGroup& a : groups) {
      for (const UxGroup& b : groups) {
        if (!a.is_large || !b.is_large || b.label >= a.label || !similar(a, b)) continue;
        a.label = b.label;
        again = true;
      }
    }
  }
  std::map<int, std::size_t> sizes;
  for (const UxGroup& group : groups) {
    if (group.is_large) sizes[group.label] += group.pages.size();
  }
  for (UxGroup& group : groups) {
    if (group.is_large || options.drop_small) continue;
    std::optional<double> best;
    for (const UxGroup& large : groups) {
      const std::optional<double> similarity = similar(group, large);
      if (!large.is_large || !similarity) continue;
      const bool is_better =
          !best || *similarity > *best ||
          (*similarity == *best &&
           std::pair(sizes[large.label], group.label) > std::pair(sizes[group.label], large.label));
      if (!is_better) continue;
      best = similarity;
      group.label = large.label;
    }
  }

  std::vector<int> labels(pages.size());
  sizes.clear();
  for (const UxGroup& group : groups) {
    for (const std::size_t page : group.pages) labels[page] = group.label;
    sizes[group.label] += group.pages.size();
  }
  if (options.verify != method::Verify::kOff) {
    std::vector<std::size_t> astray;
    for (const std::size_t page : odd) {
      std::optional<int> best;
      for (const UxGroup& group : groups) {
        for (const std::size_t other : group.agreeing) {
          if (!match(pages[page].fingerprint, pages[other].fingerprint)) continue;
          const bool is_better =
              !best || (*best == kLeftOut && group.label != kLeftOut) ||
              (group.label != kLeftOut &&
               std::pair(sizes[group.label], *best) > std::pair(sizes[*best], group.label));
          if (is_better) best = group.label;
        }
      }
      if (best) {
        labels[page] = *best;
      } else {
        astray.push_back(page);
      }
    }
    int next = static_cast<int>(groups.size());
    for (const std::vector<std::size_t>& kind : kinds(pages, astray)) {
      const bool is_dropped = options.drop_small && kind.size() < options.cut_off;
      for (const std::size_t page : kind) labels[page] = is_dropped ? kLeftOut : next;
      ++next;
    }
  }
  return canonical(std::move(labels));
}

}  // namespace pagekin::reference
