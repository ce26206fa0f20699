#include "pagekin/align/lcs.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "pagekin/align/symbol_numbers.h"

namespace pagekin::align {
namespace {

using Word = std::uint64_t;
constexpr std::size_t kLcsWordRows = 64;  // cells of a column that one step computes

// Rows that go through the columns together. The processor computes both words at once, since
// the steps of one hardly wait for those of the other.
constexpr std::size_t kWords = 2;
constexpr std::size_t kLcsRows = kWords * kLcsWordRows;
using LcsRowSet = std::array<Word, kWords>;

// Up to 64 rows of the table of lengths, one column after another. A row is a symbol of
// the shorter sequence, a column one of the longer. In the present column, row i is equal to
// the row above it if bit i is set, else one more.
struct LcsRowBlock {
  Word level = ~Word{0};

  // Moves one column to the right. `equal` has the rows whose symbol is that of the column.
  // `above` is the growth, 0 or 1, of the row above the block. Returns the growth of the last
  // row, which is the carry of the sum.
  std::uint8_t advance(Word equal, std::uint8_t above) {
    const Word matched = level & equal;
    const Word sum = level + matched;
    const Word carried = sum + above;
    level = carried | (level & ~matched);
    return static_cast<std::uint8_t>((sum < matched) | (carried < sum));
  }
};

// Returns the length if it is at least `goal`, else a smaller number. The goal is at most the
// shorter length.
//
// An alignment that reaches the goal leaves out few symbols of either sequence, so it
// stays between two diagonals of the table, and each block of rows only visits the
// columns between them. Elsewhere the table is assumed not to grow, which is right or too
// small.
std::size_t length_within_band(const NumberedPair& pair, std::size_t goal) {
  thread_local std::vector<LcsRowSet> equal_rows;  // by symbol; zero between calls
  thread_local std::vector<std::uint8_t> steps;    // by column: growth of the row above
  const std::size_t rows = pair.shorter.size();
  const std::size_t columns = pair.longer.size();
  if (equal_rows.size() <= pair.kinds) equal_rows.resize(pair.kinds + 1);
  steps.assign(columns, 0);

  std::size_t first = 0;     // column where the block begins
  std::size_t top_left = 0;  // length above the block, left of column `first`
  for (std::size_t row = 0; row < rows; row += kLcsRows) {
    const std::size_t height = std::min(kLcsRows, rows - row);
    const std::size_t last = std::min(columns, row + height + columns - goal);
    const auto symbols = pair.shorter.subspan(row, height);
    for (std::size_t i = 0; i < height; ++i) {
      equal_rows[symbols[i]][i / kLcsWordRows] |= Word{1} << (i % kLcsWordRows);
    }
    // Rows beyond the last symbol repeat its value, so the last block needs no special case.
    std::array<LcsRowBlock, kWords> block;
    for (std::size_t j = first; j < last; ++j) {
      const LcsRowSet& equal = equal_rows[pair.longer[j]];
      std::uint8_t step = steps[j];
      for (std::size_t w = 0; w < kWords; ++w) step = block[w].advance(equal[w], step);
      steps[j] = step;
    }
    for (const std::uint32_t symbol : symbols) equal_rows[symbol] = {};

    // The next block begins where an alignment can leave this block and still reach the goal.
    const std::size_t rows_left = rows - row - height;
    const auto most = [&] { return top_left + std::min(rows_left, columns - first); };
    while (most() < goal) {
      if (first == last) return most();
      top_left += steps[first++];
    }
  }
  while (first < columns) top_left += steps[first++];
  return top_left;
}

// The steps that length_within_band() takes at most.
std::uint64_t steps_of_length_band(const NumberedPair& pair, std::size_t goal) {
  const std::size_t rows = pair.shorter.size();
  const std::size_t columns = pair.longer.size();
  const std::uint64_t band = std::min(columns, kLcsRows + rows + columns - 2 * goal + 1);
  return (rows / kLcsRows + 1) * kWords * band;
}

// A lower bound of the length: the symbols that are equal at the same place.
std::size_t equal_in_place(const NumberedPair& pair) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pair.shorter.size(); ++i) {
    count += pair.shorter[i] == pair.longer[i] ? 1 : 0;
  }
  return count;
}

}  // namespace

template <class T>
std::size_t lcs(std::span<const T> a, std::span<const T> b, std::size_t at_least) {
  return lcs_range(a, b, at_least, UINT64_MAX).low;
}

template <class T>
Range lcs_range(std::span<const T> a, std::span<const T> b, std::size_t at_least,
                std::uint64_t most_steps) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < at_least) return {.low = a.size(), .high = a.size()};
  const std::size_t ends = strip_common_ends(a, b);
  if (a.empty()) return {.low = ends, .high = ends};
  const NumberedPair pair = number_symbols(a, b);
  const std::size_t most = ends + pair.common;
  if (most < at_least) return {.low = most, .high = most};

  // A narrow band first: most pairs worth comparing are similar. If it was too narrow, all
  // bands together cost a third more than the last one alone.
  const std::size_t least = at_least > ends ? at_least - ends : 0;
  std::size_t missing = 64;
  std::size_t high = most;
  std::uint64_t steps = 0;
  while (true) {
    const std::size_t wanted = missing < pair.common / 4 ? pair.common - missing : 0;
    const std::size_t goal = std::max(least, wanted);
    const std::uint64_t more = steps_of_length_band(pair, goal);
    if (more > most_steps - steps) return {ends + equal_in_place(pair), high, steps};
    steps += more;
    const std::size_t length = ends + length_within_band(pair, goal);
    if (length >= ends + goal || goal == least) return {length, length, steps};
    high = ends + goal - 1;
    missing *= 4;
  }
}

template Range lcs_range(std::span<const std::uint8_t>, std::span<const std::uint8_t>, std::size_t,
                         std::uint64_t);
template Range lcs_range(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                         std::size_t, std::uint64_t);
template Range lcs_range(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                         std::size_t, std::uint64_t);
template std::size_t lcs(std::span<const std::uint8_t>, std::span<const std::uint8_t>, std::size_t);
template std::size_t lcs(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                         std::size_t);
template std::size_t lcs(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                         std::size_t);

}  // namespace pagekin::align
