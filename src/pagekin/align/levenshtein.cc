#include "pagekin/align/levenshtein.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "pagekin/align/symbol_numbers.h"

namespace pagekin::align {
namespace {

using Word = std::uint64_t;
constexpr std::size_t kFirstSlack = 64;    // edits above the lower bound that the first band allows
constexpr std::size_t kEditWordRows = 64;  // cells of a column that one step computes

// Rows that go through the columns together. The processor computes both words at once, since
// the steps of one hardly wait for those of the other.
constexpr std::size_t kEditRows = 2 * kEditWordRows;
using EditRowSet = std::array<Word, kEditRows / kEditWordRows>;

// The difference of a value and its left neighbour: +1 is bit 0, -1 is bit 1.
using Step = std::uint8_t;
constexpr Step kUp = 1;
constexpr Step kDown = 2;

// Up to 64 rows of the table of distances D, one column after another. A row is a symbol
// of the shorter sequence, a column one of the longer. Bit i of `up` (`down`) says that
// row i of the present column is one more (less) than the row above it.
struct EditRowBlock {
  Word up = ~Word{0};
  Word down = 0;

  // Moves one column to the right. `equal` has the rows whose symbol is that of the column;
  // `above` is the step of the row above the block. Returns the step of row `bottom`.
  Step advance(Word equal, Step above, unsigned bottom) {
    const Word above_up = above & kUp;
    const Word above_down = (above & kDown) >> 1U;
    const Word vertical = equal | down;
    equal |= above_down;
    const Word diagonal = (((equal & up) + up) ^ up) | equal;
    Word right_up = down | ~(diagonal | up);
    Word right_down = up & diagonal;
    const auto step =
        static_cast<Step>(((right_up >> bottom) & 1U) | (((right_down >> bottom) & 1U) << 1U));
    right_up = (right_up << 1U) | above_up;
    right_down = (right_down << 1U) | above_down;
    up = right_down | ~(vertical | right_up);
    down = right_up & vertical;
    return step;
  }
};

// Moves a block of `words` words through columns. `equal_rows` has the equal rows of a column;
// `steps` has the step of the row above and gets the step of row `bottom` of the last word.
template <std::size_t words>
void visit_columns(const std::vector<EditRowSet>& equal_rows,
                   std::span<const std::uint32_t> columns, std::span<Step> steps, unsigned bottom) {
  std::array<EditRowBlock, words> block;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const EditRowSet& equal = equal_rows[columns[j]];
    Step step = steps[j];
    for (std::size_t w = 0; w + 1 < words; ++w) {
      step = block[w].advance(equal[w], step, kEditWordRows - 1);
    }
    steps[j] = block[words - 1].advance(equal[words - 1], step, bottom);
  }
}

std::size_t after(std::size_t value, Step step) {
  return value + (step & kUp) - ((step & kDown) >> 1U);
}

std::size_t gap(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

// Returns the distance if it is at most `limit`, else a larger number. The limit is at least
// the difference of the lengths and at most the longer length; both sequences are non-empty.
//
// A path of at most `limit` edits stays between two diagonals of the table, so each block of
// rows only visits the columns between them. To the left of these, D is assumed to grow by one
// a row; to the right, by one a column. Both are right or too large. So no value gets too
// small, and the values on paths within the limit are right.
std::size_t distance_within_band(const NumberedPair& pair, std::size_t limit) {
  thread_local std::vector<EditRowSet> equal_rows;  // by symbol; zero between calls
  thread_local std::vector<Step> steps;             // by column: the step of the row above
  const std::size_t rows = pair.shorter.size();
  const std::size_t columns = pair.longer.size();
  const std::size_t longer_by = columns - rows;
  const std::size_t slack = (limit - longer_by) / 2;
  if (equal_rows.size() <= pair.kinds) equal_rows.resize(pair.kinds + 1);
  steps.assign(columns, kUp);

  std::size_t first = 0;     // column where the block begins
  std::size_t top_left = 0;  // D above the block, left of column `first`
  for (std::size_t row = 0; row < rows; row += kEditRows) {
    const std::size_t height = std::min(kEditRows, rows - row);
    const std::size_t last = std::min(columns, row + height + longer_by + slack);
    const auto symbols = pair.shorter.subspan(row, height);
    for (std::size_t i = 0; i < height; ++i) {
      equal_rows[symbols[i]][i / kEditWordRows] |= Word{1} << (i % kEditWordRows);
    }
    const auto numbers = pair.longer.subspan(first, last - first);
    const auto visited = std::span(steps).subspan(first, last - first);
    const auto bottom = static_cast<unsigned>((height - 1) % kEditWordRows);
    if (height > kEditWordRows) {
      visit_columns<2>(equal_rows, numbers, visited, bottom);
    } else {
      visit_columns<1>(equal_rows, numbers, visited, bottom);
    }
    for (const std::uint32_t symbol : symbols) equal_rows[symbol] = {};

    // The next block begins where a path can leave this block and stay within the limit.
    top_left += height;
    const std::size_t rows_left = rows - row - height;
    const auto least = [&] { return top_left + gap(rows_left, columns - first); };
    while (least() > limit) {
      if (first == last) return limit + 1;
      top_left = after(top_left, steps[first++]);
    }
  }
  while (first < columns) top_left = after(top_left, steps[first++]);
  return top_left;
}

// The steps that distance_within_band() takes at most.
std::uint64_t steps_of_distance_band(const NumberedPair& pair, std::size_t limit) {
  const std::size_t rows = pair.shorter.size();
  const std::size_t columns = pair.longer.size();
  const std::uint64_t band = std::min(columns, kEditRows + limit + 1);
  return (rows / kEditWordRows + 1) * band;
}

// An upper bound of the distance: symbol i becomes symbol i, and the rest is inserted.
std::size_t replacements(const NumberedPair& pair) {
  std::size_t count = pair.longer.size() - pair.shorter.size();
  for (std::size_t i = 0; i < pair.shorter.size(); ++i) {
    count += pair.shorter[i] == pair.longer[i] ? 0 : 1;
  }
  return count;
}

// For fingerprints, which are short and compared by the million: no numbering, one block.
std::size_t of_short_bytes(std::span<const std::uint8_t> rows,
                           std::span<const std::uint8_t> columns) {
  thread_local std::array<Word, 256> equal_rows{};  // zero between calls
  for (std::size_t i = 0; i < rows.size(); ++i) equal_rows[rows[i]] |= Word{1} << i;
  EditRowBlock block;
  const auto bottom = static_cast<unsigned>(rows.size() - 1);
  std::size_t distance = rows.size();
  for (const std::uint8_t symbol : columns) {
    distance = after(distance, block.advance(equal_rows[symbol], kUp, bottom));
  }
  for (const std::uint8_t symbol : rows) equal_rows[symbol] = 0;
  return distance;
}

}  // namespace

template <class T>
std::size_t levenshtein(std::span<const T> a, std::span<const T> b, std::size_t at_most) {
  return levenshtein_range(a, b, at_most, UINT64_MAX).high;
}

template <class T>
Range levenshtein_range(std::span<const T> a, std::span<const T> b, std::size_t at_most,
                        std::uint64_t most_steps) {
  if (a.size() > b.size()) std::swap(a, b);
  const std::size_t longer_by = b.size() - a.size();
  if (longer_by > at_most) return {.low = longer_by, .high = longer_by};
  strip_common_ends(a, b);
  if (a.empty()) return {.low = b.size(), .high = b.size()};
  if constexpr (sizeof(T) == 1) {
    if (a.size() <= kEditWordRows) {
      const std::size_t distance = of_short_bytes(a, b);
      return {.low = distance, .high = distance};
    }
  }

  const NumberedPair pair = number_symbols(a, b);
  const std::size_t worst = b.size();
  const std::size_t least = worst - pair.common;  // symbols without a partner
  if (least > at_most) return {.low = least, .high = least};

  // A narrow band first: most pairs worth comparing are similar. If it was too narrow, all
  // bands together cost a third more than the last one alone.
  at_most = std::min(at_most, worst);
  std::size_t limit = least + kFirstSlack;
  std::size_t low = least;
  std::uint64_t steps = 0;
  while (true) {
    if (limit >= at_most / 2) limit = at_most;
    const std::uint64_t more = steps_of_distance_band(pair, limit);
    if (more > most_steps - steps) return {low, replacements(pair), steps};
    steps += more;
    const std::size_t distance = distance_within_band(pair, limit);
    if (distance <= limit || limit == at_most) return {distance, distance, steps};
    low = limit + 1;
    limit *= 4;
  }
}

template Range levenshtein_range(std::span<const std::uint8_t>, std::span<const std::uint8_t>,
                                 std::size_t, std::uint64_t);
template Range levenshtein_range(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                                 std::size_t, std::uint64_t);
template Range levenshtein_range(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                                 std::size_t, std::uint64_t);
template std::size_t levenshtein(std::span<const std::uint8_t>, std::span<const std::uint8_t>,
                                 std::size_t);
template std::size_t levenshtein(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                                 std::size_t);
template std::size_t levenshtein(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                                 std::size_t);

}  // namespace pagekin::align
