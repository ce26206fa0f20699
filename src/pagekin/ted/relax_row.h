// One row of a table of forest distances: the inner loop of tree edit distance.
//
//     out[j] = min(above[j] + remove, match[j], out[j - 1] + insert)
//
// Every cell waits for the one before it. Long rows of small cells are computed several cells at
// a time: out[j] = min over k <= j of x[k] + (j - k) * insert, within a vector in a logarithmic
// number of steps. Only one number is passed from vector to vector.
//
// Cost: O(count).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pagekin::ted {

// Larger than any distance in cells of this type. The sum of two does not overflow.
template <class Cell>
constexpr Cell kFar = std::numeric_limits<Cell>::max() / 2;

// Computes the row cell by cell.
template <class Cell>
void relax_row_plainly(const Cell* above, const Cell* match, Cell* out, std::size_t count,
                       Cell before, Cell remove, Cell insert) {
  for (std::size_t j = 0; j < count; ++j) {
    const Cell from_above = static_cast<Cell>(above[j] + remove);
    const Cell from_left = static_cast<Cell>(before + insert);
    before = std::min({from_above, match[j], from_left});
    out[j] = before;
  }
}

// Compute the row by vectors, with the best instructions of the processor.
void relax_long_row(const std::uint16_t* above, const std::uint16_t* match, std::uint16_t* out,
                    std::size_t count, std::uint16_t before, std::uint16_t remove,
                    std::uint16_t insert);
void relax_long_row(const std::uint32_t* above, const std::uint32_t* match, std::uint32_t* out,
                    std::size_t count, std::uint32_t before, std::uint32_t remove,
                    std::uint32_t insert);

// For shorter rows the call by way of the kind of processor costs more than the cells.
constexpr std::size_t kLongRow = 16;

// Computes out[j] = min(above[j] + remove, match[j], out[j - 1] + insert); out[-1] is `before`.
// `out` may be `match`. Cell is std::uint16_t, std::uint32_t or std::uint64_t. All values must be
// at most 2 * kFar, also the sums above[j] + remove, before + insert, out[j] + insert.
template <class Cell>
void relax_row(const Cell* above, const Cell* match, Cell* out, std::size_t count, Cell before,
               Cell remove, Cell insert) {
  if constexpr (sizeof(Cell) <= 4) {
    if (count >= kLongRow) {
      relax_long_row(above, match, out, count, before, remove, insert);
      return;
    }
  }
  relax_row_plainly(above, match, out, count, before, remove, insert);
}

}  // namespace pagekin::ted
