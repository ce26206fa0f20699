// Work on all pairs of a list, cut into square tiles, so that the items of a tile stay in the
// cache. A tile has the pairs (a, b) with b < a.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>

#include "pagekin/core/parallel.h"

namespace pagekin {

struct PairTile {
  std::size_t first_row = 0;
  std::size_t first_column = 0;
  std::size_t side = 0;
  std::size_t count = 0;  // of the items of the list

  std::size_t rows_end() const { return std::min(first_row + side, count); }

  // Calls visit(a, b) for each pair, row by row.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::size_t a = first_row; a < rows_end(); ++a) {
      const std::size_t columns_end = std::min(first_column + side, a);
      for (std::size_t b = first_column; b < columns_end; ++b) visit(a, b);
    }
  }
};

// Calls make(tile) for the job of each tile, row by row, and runs the jobs as run_in_order() does.
inline void run_pair_tiles(std::size_t count, std::size_t side, unsigned threads,
                           const std::function<std::unique_ptr<Job>(const PairTile&)>& make) {
  PairTile tile{.side = side, .count = count};
  run_in_order(threads, [&]() -> std::unique_ptr<Job> {
    if (tile.first_column > tile.first_row) {
      tile.first_row += side;
      tile.first_column = 0;
    }
    if (tile.first_row >= count) return nullptr;
    std::unique_ptr<Job> job = make(tile);
    tile.first_column += side;
    return job;
  });
}

}  // namespace pagekin
