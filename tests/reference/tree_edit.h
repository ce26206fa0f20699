// Tree edit distance by its definitions: by recursion over forests, and for tiny trees as the
// cheapest of all mappings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/dom/tag_tree.h"
#include "pagekin/ted/costs.h"

namespace pagekin::reference {

// The elements in postorder: an element comes after its descendants and after all to its left.
struct PostorderNode {
  html::TagId tag = html::kNoTag;
  int first = 0;  // of its descendants in postorder, or itself
};

inline std::vector<PostorderNode> postorder(const dom::TagTree& tree) {
  std::vector<std::size_t> elements(tree.size());
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = i;
  const auto end = [&](std::size_t i) { return i + tree.sizes[i]; };
  std::ranges::sort(elements, [&](std::size_t x, std::size_t y) {
    return end(x) != end(y) ? end(x) < end(y) : x > y;
  });
  std::vector<PostorderNode> nodes;
  for (const std::size_t element : elements) {
    const int size = static_cast<int>(tree.sizes[element]);
    nodes.push_back({tree.tags[element], static_cast<int>(nodes.size()) + 1 - size});
  }
  return nodes;
}

// The distance of two forests is the least cost of three ways: remove the rightmost root of the
// first, insert that of the second, or turn one into the other with all below them.
class ForestDistances {
 public:
  ForestDistances(std::vector<PostorderNode> a, std::vector<PostorderNode> b,
                  const ted::EditCosts& costs)
      : a_(std::move(a)), b_(std::move(b)), costs_(costs) {}

  std::uint64_t of_trees() {
    return of(0, static_cast<int>(a_.size()), 0, static_cast<int>(b_.size()));
  }

 private:
  // The distance of the elements [a, a_end) and [b, b_end) in postorder.
  std::uint64_t of(int a, int a_end, int b, int b_end) {
    if (a == a_end) return static_cast<std::uint64_t>(b_end - b) * costs_.insert;
    if (b == b_end) return static_cast<std::uint64_t>(a_end - a) * costs_.remove;
    const auto [place, is_new] = known_.try_emplace({a, a_end, b, b_end}, 0);
    if (!is_new) return place->second;
    const int x = a_end - 1;
    const int y = b_end - 1;
    const int x_first = a_[static_cast<std::size_t>(x)].first;
    const int y_first = b_[static_cast<std::size_t>(y)].first;
    const bool same = a_[static_cast<std::size_t>(x)].tag == b_[static_cast<std::size_t>(y)].tag;
    return place->second =
               std::min({of(a, x, b, b_end) + costs_.remove, of(a, a_end, b, y) + costs_.insert,
                         of(a, x_first, b, y_first) + of(x_first, x, y_first, y) +
                             (same ? 0 : costs_.rename)});
  }

  std::vector<PostorderNode> a_;
  std::vector<PostorderNode> b_;
  ted::EditCosts costs_;
  std::map<std::tuple<int, int, int, int>, std::uint64_t> known_;
};

inline std::uint64_t tree_edit_distance(const dom::TagTree& a, const dom::TagTree& b,
                                        const ted::EditCosts& costs = {}) {
  return ForestDistances(postorder(a), postorder(b), costs).of_trees();
}

using ElementPairs = std::vector<std::pair<std::size_t, std::size_t>>;  // in document order

// Whether the mapping is one to one and keeps document order and ancestors.
inline bool is_edit_mapping(const dom::TagTree& a, const dom::TagTree& b,
                            const ElementPairs& pairs) {
  const auto is_ancestor = [](const dom::TagTree& tree, std::size_t x, std::size_t y) {
    return x < y && y < x + tree.sizes[x];
  };
  for (const auto& [x, y] : pairs) {
    if (x >= a.size() || y >= b.size()) return false;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = i + 1; j < pairs.size(); ++j) {
      const auto [x1, y1] = pairs[i];
      const auto [x2, y2] = pairs[j];
      if (x1 == x2 || y1 == y2) return false;
      if ((x1 < x2) != (y1 < y2)) return false;
      if (is_ancestor(a, x1, x2) != is_ancestor(b, y1, y2)) return false;
      if (is_ancestor(a, x2, x1) != is_ancestor(b, y2, y1)) return false;
    }
  }
  return true;
}

inline std::uint64_t mapping_cost(const dom::TagTree& a, const dom::TagTree& b,
                                  const ElementPairs& pairs, const ted::EditCosts& costs) {
  std::uint64_t cost =
      (a.size() - pairs.size()) * costs.remove + (b.size() - pairs.size()) * costs.insert;
  for (const auto& [x, y] : pairs) cost += a.tags[x] == b.tags[y] ? 0 : costs.rename;
  return cost;
}

// Tries all mappings that continue `pairs` with elements of `a` from `next` on.
inline std::uint64_t cheapest_mapping_from(const dom::TagTree& a, const dom::TagTree& b,
                                           const ted::EditCosts& costs, std::size_t next,
                                           ElementPairs& pairs) {
  if (next == a.size()) return mapping_cost(a, b, pairs, costs);
  std::uint64_t least = cheapest_mapping_from(a, b, costs, next + 1, pairs);
  for (std::size_t y = 0; y < b.size(); ++y) {
    pairs.emplace_back(next, y);
    if (is_edit_mapping(a, b, pairs)) {
      least = std::min(least, cheapest_mapping_from(a, b, costs, next + 1, pairs));
    }
    pairs.pop_back();
  }
  return least;
}

// For up to some 7 elements each.
inline std::uint64_t cheapest_mapping(const dom::TagTree& a, const dom::TagTree& b,
                                      const ted::EditCosts& costs = {}) {
  ElementPairs pairs;
  return cheapest_mapping_from(a, b, costs, 0, pairs);
}

}  // namespace pagekin::reference
