// Measures of element trees by recursion, by their definitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "pagekin/dom/tag_tree.h"
#include "pagekin/features/tag_filter.h"

#include "reference/alignment.h"

namespace pagekin::reference {

struct Node {
  html::TagId tag = html::kNoTag;
  std::vector<Node> children;
};

inline Node node(const dom::TagTree& tree, std::size_t at = 0) {
  Node made{tree.tags[at], {}};
  for (std::size_t c = at + 1; c < at + tree.sizes[at]; c += tree.sizes[c]) {
    made.children.push_back(node(tree, c));
  }
  return made;
}

inline std::size_t size(const Node& x) {
  std::size_t sum = 1;
  for (const Node& child : x.children) sum += size(child);
  return sum;
}

inline std::uint64_t depth(const Node& x) {
  std::uint64_t most = 0;
  for (const Node& child : x.children) most = std::max(most, depth(child));
  return most + 1;
}

inline std::uint64_t leaves(const Node& x) {
  if (x.children.empty()) return 1;
  std::uint64_t sum = 0;
  for (const Node& child : x.children) sum += leaves(child);
  return sum;
}

// Clipping. The filter of Block Tags also reads `head`, which is a Text Tag.

inline bool has_block(const Node& x) {
  static const features::TagFilter blocks("block");
  if (blocks.reads(x.tag) && x.tag != html::kTagHead) return true;
  return std::ranges::any_of(x.children, has_block);
}

inline void append_clipped(const Node& x, dom::TagTree& clipped) {
  if (!has_block(x)) return;
  const std::size_t at = clipped.size();
  clipped.tags.push_back(x.tag);
  clipped.sizes.push_back(1);
  for (const Node& child : x.children) append_clipped(child, clipped);
  clipped.sizes[at] = static_cast<std::uint32_t>(clipped.size() - at);
}

inline dom::TagTree clip(const dom::TagTree& tree) {
  dom::TagTree clipped;
  append_clipped(node(tree), clipped);
  return clipped;
}

// Subtree matching.

struct MatchedChildren {
  double similarity = 0;
  const Node* a = nullptr;
  const Node* b = nullptr;
};

inline double unmatched(const Node& a, const Node& b) {
  return 1 / (static_cast<double>(std::max(depth(a), depth(b))) *
              static_cast<double>(std::max(leaves(a), leaves(b))));
}

using Weight = std::uint64_t (*)(const Node&);

inline double larger_sum(const Node& a, const Node& b, Weight weight) {
  std::uint64_t of_a = 0;
  std::uint64_t of_b = 0;
  for (const Node& child : a.children) of_a += weight(child);
  for (const Node& child : b.children) of_b += weight(child);
  return static_cast<double>(std::max(of_a, of_b));
}

// Sums by the definition. The definition leaves the order open, but the order decides rounding,
// and so ties one level up: largest similarity first, the weights of equal ones together.
inline double weighted(const Node& a, const Node& b, const std::vector<MatchedChildren>& matched,
                       Weight weight) {
  std::map<double, std::uint64_t, std::greater<>> weights;
  for (const auto& pair : matched) weights[pair.similarity] += weight(*pair.a) + weight(*pair.b);
  double sum = 0;
  for (const auto& [similarity, w] : weights) sum += similarity * static_cast<double>(w);
  return sum / (2 * larger_sum(a, b, weight));
}

inline double subtree(const Node& a, const Node& b) {
  if (a.tag != b.tag) return 0;
  struct Pair {
    double similarity;
    std::size_t i, j;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    for (std::size_t j = 0; j < b.children.size(); ++j) {
      const double s = subtree(a.children[i], b.children[j]);
      if (s > 0) pairs.push_back({s, i, j});
    }
  }
  if (pairs.empty()) return unmatched(a, b);
  std::ranges::sort(pairs, [](const Pair& x, const Pair& y) {
    return std::tuple(-x.similarity, x.i, x.j) < std::tuple(-y.similarity, y.i, y.j);
  });
  std::vector<bool> taken_a(a.children.size());
  std::vector<bool> taken_b(b.children.size());
  std::vector<MatchedChildren> matched;
  for (const Pair& pair : pairs) {
    if (taken_a[pair.i] || taken_b[pair.j]) continue;
    taken_a[pair.i] = taken_b[pair.j] = true;
    matched.push_back({pair.similarity, &a.children[pair.i], &b.children[pair.j]});
  }
  return (weighted(a, b, matched, depth) + weighted(a, b, matched, leaves)) / 2;
}

inline double omf(const Node& a, const Node& b) {
  if (a.tag != b.tag) return 0;
  std::vector<double> best_a(a.children.size());
  std::vector<double> best_b(b.children.size());
  bool any = false;
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    for (std::size_t j = 0; j < b.children.size(); ++j) {
      const double s = omf(a.children[i], b.children[j]);
      best_a[i] = std::max(best_a[i], s);
      best_b[j] = std::max(best_b[j], s);
      any |= s > 0;
    }
  }
  if (!any) return unmatched(a, b);
  double similarity = 0;
  for (const Weight weight : {depth, leaves}) {
    double sum = 0;
    for (std::size_t i = 0; i < best_a.size(); ++i) {
      sum += best_a[i] * static_cast<double>(weight(a.children[i]));
    }
    for (std::size_t j = 0; j < best_b.size(); ++j) {
      sum += best_b[j] * static_cast<double>(weight(b.children[j]));
    }
    similarity += sum / (2 * larger_sum(a, b, weight)) / 2;
  }
  return similarity;
}

// Simple tree matching: the largest number of pairs.
inline std::size_t stm_pairs(const Node& a, const Node& b) {
  if (a.tag != b.tag) return 0;
  std::vector<std::vector<std::size_t>> m(a.children.size() + 1,
                                          std::vector<std::size_t>(b.children.size() + 1, 0));
  for (std::size_t i = 1; i <= a.children.size(); ++i) {
    for (std::size_t j = 1; j <= b.children.size(); ++j) {
      m[i][j] = std::max({m[i - 1][j], m[i][j - 1],
                          m[i - 1][j - 1] + stm_pairs(a.children[i - 1], b.children[j - 1])});
    }
  }
  return m[a.children.size()][b.children.size()] + 1;
}

inline double stm(const Node& a, const Node& b) {
  return 2 * static_cast<double>(stm_pairs(a, b)) / static_cast<double>(size(a) + size(b));
}

// Restricted top-down edit distance: subtrees are inserted and deleted leaf by leaf. To replace
// a subtree, all below its root is deleted, the root is renamed, and the new children inserted.
inline std::size_t rtdm_distance(const Node& a, const Node& b) {
  if (a.tag != b.tag) return (size(a) - 1) + 1 + (size(b) - 1);
  std::vector<std::vector<std::size_t>> d(a.children.size() + 1,
                                          std::vector<std::size_t>(b.children.size() + 1, 0));
  for (std::size_t i = 0; i <= a.children.size(); ++i) {
    for (std::size_t j = 0; j <= b.children.size(); ++j) {
      if (i == 0 && j == 0) continue;
      std::size_t least = SIZE_MAX;
      if (i > 0) least = std::min(least, d[i - 1][j] + size(a.children[i - 1]));
      if (j > 0) least = std::min(least, d[i][j - 1] + size(b.children[j - 1]));
      if (i > 0 && j > 0) {
        const std::size_t kept = rtdm_distance(a.children[i - 1], b.children[j - 1]);
        least = std::min(least, d[i - 1][j - 1] + kept);
      }
      d[i][j] = least;
    }
  }
  return d[a.children.size()][b.children.size()];
}

inline double rtdm(const Node& a, const Node& b) {
  return 1 - static_cast<double>(rtdm_distance(a, b)) / static_cast<double>(size(a) + size(b));
}

// Layers.
inline void append_layers(const Node& x, std::size_t at,
                          std::vector<std::vector<html::TagId>>& layers) {
  if (layers.size() <= at) layers.resize(at + 1);
  layers[at].push_back(x.tag);
  for (const Node& child : x.children) append_layers(child, at + 1, layers);
}

inline double layers(const Node& a, const Node& b) {
  std::vector<std::vector<html::TagId>> of_a;
  std::vector<std::vector<html::TagId>> of_b;
  append_layers(a, 0, of_a);
  append_layers(b, 0, of_b);
  of_a.resize(std::max(of_a.size(), of_b.size()));
  of_b.resize(of_a.size());
  double sum = 0;
  double weights = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const auto longer = static_cast<double>(std::max(of_a[i].size(), of_b[i].size()));
    sum += longer * (1 - static_cast<double>(levenshtein(of_a[i], of_b[i])) / longer);
    weights += longer;
  }
  return sum / weights;
}

}  // namespace pagekin::reference
