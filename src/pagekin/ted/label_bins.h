// How often each label occurs, in few bins: what lower bounds of edit distances look at
// first.
//
// Labels may share a bin, and counts may end at the largest number a bin holds. Either
// only makes two bags of labels more alike, so that bounds stay bounds.
//
// Cost: O(bins), vectorised.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pagekin::ted {

template <class Count, std::size_t bins>
using LabelBins = std::array<Count, bins>;

template <class Count, std::size_t bins>
void add_label(LabelBins<Count, bins>& to, std::size_t label) {
  Count& bin = to[std::min(label, bins - 1)];
  if (bin < std::numeric_limits<Count>::max()) ++bin;
}

// At least so many insertions, removals and replacements turn one bag into the other, of
// which the first has `size_a` labels and the second `size_b`. If m labels are in one bag
// alone, counted as often as it has more of them, each replacement takes care of two of
// them, and the difference of the sizes needs an edit for each: (m + |size_a - size_b|) / 2.
template <class Count, std::size_t bins>
std::size_t bag_edits(const LabelBins<Count, bins>& a, const LabelBins<Count, bins>& b,
                      std::size_t size_a, std::size_t size_b) {
  std::uint32_t apart = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    apart += static_cast<std::uint32_t>(std::max(a[bin], b[bin]) - std::min(a[bin], b[bin]));
  }
  const std::size_t difference = size_a < size_b ? size_b - size_a : size_a - size_b;
  return (apart + difference + 1) / 2;
}

}  // namespace pagekin::ted
