#include <vector>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/stop.h"

namespace pagekin::cluster {

Dendrogram single_linkage(const SimilarityMatrix& similarities, PageKeys keys) {
  const std::size_t pages = similarities.pages();
  if (pages == 0) return Dendrogram();
  const std::vector<std::uint32_t> order = pages_in_order(pages, keys);
  const std::vector<std::uint32_t> place = places_in(order);
  constexpr float done = -1;
  std::vector<float> nearest(pages, -0.5F);  // by page: similarity to the tree so far
  std::vector<std::uint32_t> via(pages, 0);  // by page: the page of the tree with that similarity
  std::vector<Link> links;
  links.reserve(pages - 1);
  std::uint32_t last = order.front();
  nearest[last] = done;
  for (std::size_t step = 1; step < pages; ++step) {
    check_stop();
    std::uint32_t next = 0;
    float best = done;
    for (std::uint32_t page = 0; page < pages; ++page) {
      if (nearest[page] == done) continue;
      const float similarity = similarities(page, last);
      if (similarity > nearest[page]) {
        nearest[page] = similarity;
        via[page] = last;
      }
      if (nearest[page] > best || (nearest[page] == best && place[page] < place[next])) {
        best = nearest[page];
        next = page;
      }
    }
    links.push_back({via[next], next, best});
    nearest[next] = done;
    last = next;
  }
  return Dendrogram(pages, std::move(links));
}

Dendrogram single_linkage(const NeighbourGraph& graph) {
  return Dendrogram(graph.pages(), spanning_forest(graph));
}

}  // namespace pagekin::cluster
