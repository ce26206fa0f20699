// The classifier by its definition: every page is compared with every training page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"

namespace pagekin::reference {

struct LabelledPage {
  std::string name;
  features::Features features;
};

struct NamedDecision {
  std::string best = "none";
  double score = 0;
  std::vector<std::string> all;
  friend bool operator==(const NamedDecision&, const NamedDecision&) = default;
};

inline std::size_t edit_distance(const std::vector<std::uint8_t>& a,
                                 const std::vector<std::uint8_t>& b) {
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

// Similarity to a training page that matches, or nothing.
inline std::optional<float> match(const std::string& measure, const features::Features& a,
                                  const features::Features& b, std::size_t max_edits) {
  if (measure == "md5") return a.tag_hash == b.tag_hash ? std::optional(1.0F) : std::nullopt;
  if (measure == "mdh5") return a.head_hash == b.head_hash ? std::optional(1.0F) : std::nullopt;
  const std::size_t edits = edit_distance(a.fingerprint, b.fingerprint);
  if (edits == 0) return 1.0F;
  const bool is_short = std::min(a.fingerprint.size(), b.fingerprint.size()) < 4;
  if (is_short || edits > max_edits) return std::nullopt;
  const auto longer = static_cast<double>(std::max(a.fingerprint.size(), b.fingerprint.size()));
  return static_cast<float>(1 - static_cast<double>(edits) / longer);
}

// `training` and `page` are prepared by the measure, called `name`.
inline NamedDecision classify(const measure::Measure& measure, const std::string& name,
                              const std::vector<LabelledPage>& training,
                              const features::Features& page, std::size_t max_edits = 1) {
  std::map<std::string, std::vector<const features::Features*>> classes;
  for (const LabelledPage& one : training) classes[one.name].push_back(&one.features);

  NamedDecision decision;
  if (name == "fingerprint" || name == "md5" || name == "mdh5") {
    std::size_t most = 0;
    for (const auto& [label, pages] : classes) {
      std::size_t matches = 0;
      float nearest = 0;
      for (const features::Features* other : pages) {
        const std::optional<float> found = match(name, page, *other, max_edits);
        if (!found) continue;
        ++matches;
        nearest = std::max(nearest, *found);
      }
      if (matches > 0) decision.all.push_back(label);
      if (matches <= most) continue;
      most = matches;
      decision.best = label;
      decision.score = nearest;
    }
    return decision;
  }

  float nearest = 0;
  for (const auto& [label, pages] : classes) {
    float threshold = 1;
    if (pages.size() == 1 || name == "tag_shingles") {
      threshold = 0.8F;
    } else {
      for (std::size_t i = 0; i < pages.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const double similarity = measure.similarity(*pages[j], *pages[i]);
          threshold = std::min(threshold, static_cast<float>(similarity));
        }
      }
    }
    float similarity = 0;
    for (const features::Features* other : pages) {
      similarity = std::max(similarity, static_cast<float>(measure.similarity(page, *other)));
    }
    nearest = std::max(nearest, similarity);
    if (similarity < threshold) continue;
    const bool is_first = decision.all.empty();
    decision.all.push_back(label);
    if (is_first || similarity > decision.score) {
      decision.best = label;
      decision.score = similarity;
    }
  }
  if (decision.all.empty()) decision.score = nearest;
  return decision;
}

}  // namespace pagekin::reference
