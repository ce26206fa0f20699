// One row of a table of forest distances: the inner loop of tree edit distance.
//
// Cost: O(count).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pagekin::measure {

// Larger than any distance in such cells; two of them can still be added.
template <class Cell>
constexpr Cell kFar = std::numeric_limits<Cell>::max() / 2;

// out[j] = min(above[j] + remove, match[j], out[j - 1] + insert), where out[-1] is `before`.
// `out` may be `match`. Cell is std::uint16_t, std::uint32_t or std::uint64_t; all values
// are at most 2 * kFar, those of `above` and `before` with the cost added included.
template <class Cell>
void relax_row(const Cell* above, const Cell* match, Cell* out, std::size_t count, Cell before,
               Cell remove, Cell insert) {
  for (std::size_t j = 0; j < count; ++j) {
    const Cell from_above = static_cast<Cell>(above[j] + remove);
    const Cell from_left = static_cast<Cell>(before + insert);
    before = std::min({from_above, match[j], from_left});
    out[j] = before;
  }
}

}  // namespace pagekin::measure
