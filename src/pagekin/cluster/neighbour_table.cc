#include "pagekin/cluster/neighbour_table.h"

#include <cassert>
#include <cstddef>
#include <vector>

#include "pagekin/cluster/place_sets.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/union_find.h"

namespace pagekin::cluster {
namespace {

// Returns the number of neighbours in the row of the page. No other page is nearer than its
// equal pages.
std::size_t row_length(const NeighbourGraph& graph, std::span<const std::uint64_t> weights,
                       PageId page, std::uint64_t wanted) {
  const std::span<const Neighbour> row = graph[page];
  std::uint64_t count = weights[page] - 1;
  float last = 1;
  std::size_t length = 0;
  for (; length < row.size(); ++length) {
    if (count >= wanted && row[length].similarity < last) break;
    last = row[length].similarity;
    count += weights[row[length].page];
  }
  return length;
}

}  // namespace

Clustering neighbour_table(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                           const NeighbourTableOptions& options) {
  assert(weights.empty() || weights.size() == graph.pages());
  assert(options.neighbours >= 1);
  const auto pages = static_cast<PageId>(graph.pages());
  std::vector<std::uint64_t> copies(weights.begin(), weights.end());
  if (weights.empty()) copies.assign(pages, 1);
  const Places places(graph, copies);

  OpenSet open(places);
  std::vector<PlaceSet> rows(pages);
  for (PageId page = 0; page < pages; ++page) {
    const std::size_t length =
        row_length(graph, copies, page, static_cast<std::uint64_t>(options.neighbours));
    open.add(places.place_of(page));
    for (const Neighbour& x : graph[page].first(length)) open.add(places.place_of(x.page));
    rows[page] = open.take();
  }

  UnionFind together(pages);
  for (PageId page = 0; page < pages; ++page) {
    if (page % 256 == 0) check_stop();
    open.add(rows[page]);
    rows[page].for_each_place([&](std::uint32_t place) {
      const PageId other = places.page_at(place);
      if (other <= page || together.find(page) == together.find(other)) return;
      if (!rows[other].contains(places.place_of(page))) return;
      const std::uint64_t shared = open.common_weight(rows[other]);
      if (options.shared <= 0 || shared >= static_cast<std::uint64_t>(options.shared)) {
        together.unite(page, other);
      }
    });
    open.clear();
  }
  std::vector<int> labels(pages);
  for (PageId page = 0; page < pages; ++page) labels[page] = static_cast<int>(together.find(page));
  return canonical(std::move(labels));
}

}  // namespace pagekin::cluster
