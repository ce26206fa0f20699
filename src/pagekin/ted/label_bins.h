// Histograms of labels with few bins, for the first lower bounds of edit distances.
//
// Labels may share a bin, and a count stops at the largest number that a bin holds. Both only
// make two bags of labels more similar, so lower bounds stay lower bounds.
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

// Returns a lower bound of the number of insertions, removals and replacements that turn a bag
// of `size_a` labels into one of `size_b` labels. If the symmetric difference of the bags has m
// labels, a replacement removes two of them, and |size_a - size_b| edits are not replacements:
// (m + |size_a - size_b|) / 2.
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
