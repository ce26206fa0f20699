// A stratified sample by definition: looks for the next page of each template again and again,
// among all pages.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "pagekin/clustering/stratified_sample.h"
#include "pagekin/core/hash.h"

namespace pagekin::reference {

// The ids of the pages that are chosen by template; without those drawn from all.
inline std::set<std::string> chosen_by_template(
    const std::vector<clustering::SampleCandidate>& pages, const SampleOptions& options) {
  std::map<std::uint32_t, std::size_t> size_of;
  std::map<std::uint32_t, std::size_t> first_of;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].group == clustering::kLeftOutOfSample) continue;
    ++size_of[pages[i].group];
    first_of.try_emplace(pages[i].group, i);
  }
  std::vector<std::uint32_t> groups;
  for (const auto& [group, size] : size_of) groups.push_back(group);
  std::sort(groups.begin(), groups.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (size_of[a] != size_of[b]) return size_of[a] > size_of[b];
    return first_of[a] < first_of[b];
  });

  std::set<std::string> chosen;
  const auto hash = [&](const clustering::SampleCandidate& page) {
    return hash_bytes(page.page, mix(options.seed));
  };
  // Chooses the best page of a group that is left; false: there is none.
  const auto choose = [&](std::uint32_t group) {
    const clustering::SampleCandidate* best = nullptr;
    bool has_chosen = false;
    bool has_representative = false;
    for (const auto& page : pages) {
      if (page.group != group) continue;
      has_chosen |= chosen.contains(std::string(page.page));
      has_representative |= page.representative;
    }
    for (const auto& page : pages) {
      if (page.group != group || chosen.contains(std::string(page.page))) continue;
      const auto is_better = [&] {
        if (best == nullptr) return true;
        if (page.representative != best->representative) return page.representative;
        const bool by_confidence = page.representative || (!has_representative && !has_chosen);
        if (by_confidence && page.confidence != best->confidence) {
          return page.confidence > best->confidence;
        }
        return hash(page) < hash(*best);
      };
      if (is_better()) best = &page;
    }
    if (best != nullptr) chosen.insert(std::string(best->page));
    return best != nullptr;
  };

  std::uint64_t left = UINT64_MAX;
  if (options.total) {
    left = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(*options.total) / (1 + options.random_share)));
    left = std::max<std::uint64_t>(left, 1);
  }
  for (std::uint64_t round = 1; round <= pages.size(); ++round) {
    for (const std::uint32_t group : groups) {
      std::uint64_t wanted = options.fraction ? 1 : options.total ? pages.size() : 3;
      if (options.per_template) wanted = *options.per_template;
      const double share =
          options.fraction.value_or(0) * static_cast<double>(size_of[group]) - 1e-9;
      while (static_cast<double>(wanted) < share) ++wanted;
      if (round > wanted || left == 0) continue;
      if (choose(group)) --left;
    }
  }
  return chosen;
}

}  // namespace pagekin::reference
