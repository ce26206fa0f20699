// Template fingerprints by definition: the dictionary as a map of sequences, matches
// by the table of Levenshtein distances, clusters by comparing all with all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "pagekin/core/clustering.h"

namespace pagekin::reference {

using Entries = std::vector<std::uint8_t>;

template <class Tag>
Entries lz_fingerprint(const std::vector<Tag>& tags, std::size_t length) {
  std::map<std::vector<Tag>, std::size_t> dictionary{{{}, 0}};
  std::vector<Tag> phrase;
  Entries fingerprint;
  for (const Tag& tag : tags) {
    if (fingerprint.size() == length) break;
    const std::size_t known = dictionary.at(phrase);
    phrase.push_back(tag);
    if (dictionary.contains(phrase)) continue;
    fingerprint.push_back(static_cast<std::uint8_t>(known));
    dictionary.emplace(phrase, fingerprint.size());
    phrase.clear();
  }
  return fingerprint;
}

inline std::size_t levenshtein(const Entries& a, const Entries& b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);  // of the first i and the first j entries
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& cell = table[i * width + j];
      if (i == 0 || j == 0) {
        cell = i + j;
        continue;
      }
      const std::size_t above = table[(i - 1) * width + j];
      const std::size_t left = table[i * width + j - 1];
      const std::size_t before = table[(i - 1) * width + j - 1];
      cell = std::min({above + 1, left + 1, before + (a[i - 1] == b[j - 1] ? 0 : 1)});
    }
  }
  return table.back();
}

inline bool fingerprints_match(const Entries& a, const Entries& b, std::size_t max_edits) {
  if (a.size() < 4 || b.size() < 4) return a == b;
  return levenshtein(a, b) <= max_edits;
}

// Connected components of the pages whose fingerprints match.
inline Clustering fingerprint_clusters(const std::vector<Entries>& pages, std::size_t max_edits) {
  std::vector<int> labels(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) labels[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (labels[i] == labels[j] || !fingerprints_match(pages[i], pages[j], max_edits)) continue;
      std::replace(labels.begin(), labels.end(), int{labels[i]}, int{labels[j]});
    }
  }
  return canonical(labels);
}

}  // namespace pagekin::reference
