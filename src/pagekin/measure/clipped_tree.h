// Functions that the measures of clipped or whole element trees share.
#pragma once

#include <algorithm>
#include <optional>

#include "pagekin/measure/measure.h"

namespace pagekin::measure {

constexpr std::string_view kClipHelp = "first remove text tags that contain no block tag";

inline Needs tree_needs(bool clip) { return {.tree = !clip, .clipped_tree = clip}; }

inline const dom::TagTree& tree_of(const Features& page, bool clip) {
  return clip ? page.clipped_tree : page.tree;
}

// Returns the similarity if a tree is empty: two empty trees are 1, one is 0.
inline std::optional<double> similarity_of_empty(const dom::TagTree& a, const dom::TagTree& b) {
  if (!a.empty() && !b.empty()) return {};
  return a.empty() && b.empty() ? 1 : 0;
}

inline Basis element_basis(const dom::TagTree& a, const dom::TagTree& b,
                           std::optional<std::size_t> shared = {}) {
  return {.what = "elements", .sizes = {a.size(), b.size()}, .shared = shared};
}

// Returns a similarity that lies between these bounds, which are equal if it is known.
inline Explained bounded(double at_least, double at_most, Basis basis) {
  if (at_most > at_least) basis.at_most = std::min(at_most, 1.0);
  return {.similarity = at_least, .basis = basis};
}

}  // namespace pagekin::measure
