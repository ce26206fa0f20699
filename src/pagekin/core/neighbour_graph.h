// Which pages are alike, and how much: compressed rows of (page, similarity).
//
// Symmetric, without loops; a row goes by falling similarity, then by page. A pair that
// is not there has similarity 0 for all who read the graph.
// Memory: 8 bytes an end of an edge and 8 a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/page.h"

namespace pagekin {

struct Neighbour {
  PageId page = 0;
  float similarity = 0;  // in (0, 1]
  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

struct Edge {
  PageId a = 0;
  PageId b = 0;
  float similarity = 0;
};

class NeighbourGraph {
 public:
  // Every edge once, in any order and either way round; a != b, both below `pages`.
  explicit NeighbourGraph(std::size_t pages = 0, std::span<const Edge> edges = {});

  std::size_t pages() const { return starts_.size() - 1; }
  std::size_t edges() const { return neighbours_.size() / 2; }

  std::span<const Neighbour> operator[](std::size_t page) const {
    return std::span(neighbours_).subspan(starts_[page], starts_[page + 1] - starts_[page]);
  }

  friend bool operator==(const NeighbourGraph&, const NeighbourGraph&) = default;

 private:
  std::vector<std::uint64_t> starts_;  // by page, and one more
  std::vector<Neighbour> neighbours_;
};

}  // namespace pagekin
