// Silhouette, cohesion and separation by their definitions, pair by pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace pagekin::reference {

struct Quality {
  std::optional<double> silhouette, cohesion, separation;
};

// `pages` are taken for the means, all others are compared with; `similarity` is square.
inline Quality internal_quality(const std::vector<int>& clusters,
                                const std::vector<std::vector<double>>& similarity,
                                const std::vector<std::size_t>& pages) {
  std::map<int, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (clusters[i] >= 0) members[clusters[i]].push_back(i);
  }
  double silhouettes = 0;
  double inside = 0;
  double outside = 0;
  double inside_count = 0;
  double outside_count = 0;
  for (const std::size_t page : pages) {
    double own = 0;
    double least = 2;
    for (const auto& [cluster, others] : members) {
      double distance = 0;
      for (const std::size_t other : others) {
        if (other == page) continue;
        const bool same = cluster == clusters[page];
        (same ? inside : outside) += similarity[page][other];
        (same ? inside_count : outside_count) += 1;
        distance += 1 - similarity[page][other];
      }
      if (cluster != clusters[page]) {
        least = std::min(least, distance / static_cast<double>(others.size()));
      } else if (others.size() > 1) {
        own = distance / static_cast<double>(others.size() - 1);
      }
    }
    const bool is_alone = members[clusters[page]].size() == 1;
    if (!is_alone && std::max(own, least) > 0) {
      silhouettes += (least - own) / std::max(own, least);
    }
  }
  Quality quality;
  if (members.size() > 1 && !pages.empty()) {
    quality.silhouette = silhouettes / static_cast<double>(pages.size());
  }
  if (inside_count > 0) quality.cohesion = inside / inside_count;
  if (outside_count > 0) quality.separation = 1 - outside / outside_count;
  return quality;
}

}  // namespace pagekin::reference
