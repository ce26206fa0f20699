#include "pagekin/core/neighbour_graph.h"

#include <algorithm>
#include <cassert>

namespace pagekin {

NeighbourGraph::NeighbourGraph(std::size_t pages, std::span<const Edge> edges)
    : starts_(pages + 1), neighbours_(2 * edges.size()) {
  for (const Edge& edge : edges) {
    assert(edge.a != edge.b && edge.a < pages && edge.b < pages);
    ++starts_[edge.a + 1];
    ++starts_[edge.b + 1];
  }
  for (std::size_t page = 0; page < pages; ++page) starts_[page + 1] += starts_[page];
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (const Edge& edge : edges) {
    neighbours_[next[edge.a]++] = {edge.b, edge.similarity};
    neighbours_[next[edge.b]++] = {edge.a, edge.similarity};
  }
  for (std::size_t page = 0; page < pages; ++page) {
    const auto row =
        std::span(neighbours_).subspan(starts_[page], starts_[page + 1] - starts_[page]);
    std::ranges::sort(row, [](const Neighbour& x, const Neighbour& y) {
      return x.similarity != y.similarity ? x.similarity > y.similarity : x.page < y.page;
    });
  }
}

}  // namespace pagekin
