#include "pagekin/cluster/shared_neighbours.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <utility>

#include "pagekin/cluster/place_sets.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/union_find.h"

namespace pagekin::cluster {
namespace {

constexpr std::uint32_t kNoPage = UINT32_MAX;
constexpr std::uint32_t kClustersAtOnce = 64;  // clusters of one job; one bit of a word for each

// Compares as float, as similarities are compared with a threshold.
bool reaches(std::uint64_t part, std::uint64_t whole, double at_least) {
  const double ratio = static_cast<double>(part) / static_cast<double>(whole);
  return static_cast<float>(ratio) >= static_cast<float>(at_least);
}

// Returns by page the first page that has exactly the same neighbours. Such pages are
// neighbours and overlap completely, so the first round merges them in any case. Sets are
// found by a hash and then compared; if two hashes collide, the pages are not joined here.
std::vector<PageId> first_twins(const NeighbourGraph& graph) {
  std::vector<std::pair<std::uint64_t, PageId>> order(graph.pages());
  for (PageId page = 0; page < graph.pages(); ++page) {
    std::uint64_t hash = mix(page ^ process_seed());
    for (const Neighbour& neighbour : graph[page]) hash += mix(neighbour.page ^ process_seed());
    order[page] = {hash, page};
  }
  std::ranges::sort(order);

  std::vector<PageId> twins(graph.pages());
  std::vector<PageId> neighbour_of(graph.pages(), kNoPage);  // by page: the last `first` it joins
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const PageId first = order[begin].second;
    twins[first] = first;
    neighbour_of[first] = first;
    for (const Neighbour& neighbour : graph[first]) neighbour_of[neighbour.page] = first;
    for (end = begin + 1; end < order.size() && order[end].first == order[begin].first; ++end) {
      const PageId page = order[end].second;
      const bool is_twin =
          graph[page].size() == graph[first].size() && neighbour_of[page] == first &&
          std::ranges::all_of(graph[page],
                              [&](const Neighbour& x) { return neighbour_of[x.page] == first; });
      twins[page] = is_twin ? first : page;
    }
  }
  return twins;
}

struct Clusters {
  std::vector<std::uint32_t> of_page;
  std::vector<PlaceSet> neighbours;  // by cluster
  // By cluster: number of equal clusters that it represents in counts.
  std::vector<std::uint64_t> copies;
};

// Finds the candidates of some clusters among those with higher numbers.
class FindCandidates final : public Job {
 public:
  struct Outcome {
    UnionFind merged;
    std::uint64_t edges = 0;
    std::uint64_t candidates = 0;
  };

  FindCandidates(const Places& places, const Clusters& clusters, double overlap,
                 std::uint32_t first, std::uint32_t last, Outcome& outcome)
      : places_(places),
        clusters_(clusters),
        overlap_(overlap),
        first_(first),
        last_(last),
        outcome_(outcome) {}

  // The sets of many clusters do not fit into the cache, so each is read once for all
  // clusters of the job.
  void work() override {
    std::vector<OpenSet> open(last_ - first_, OpenSet(places_));
    // One bit for each cluster of the job: set if the two clusters are joined.
    std::vector<std::uint64_t> joined(clusters_.neighbours.size());
    for (std::uint32_t cluster = first_; cluster < last_; ++cluster) {
      const std::uint64_t bit = std::uint64_t{1} << (cluster - first_);
      open[cluster - first_].add(clusters_.neighbours[cluster]);
      clusters_.neighbours[cluster].for_each_place([&](std::uint32_t place) {
        const std::uint32_t other = clusters_.of_page[places_.page_at(place)];
        if (other > cluster) joined[other] |= bit;
      });
    }
    for (std::uint32_t other = first_ + 1; other < joined.size(); ++other) {
      for (std::uint64_t left = joined[other]; left != 0; left &= left - 1) {
        const std::uint32_t cluster = first_ + static_cast<std::uint32_t>(std::countr_zero(left));
        const std::uint64_t copies = clusters_.copies[cluster] * clusters_.copies[other];
        edges_ += copies;
        if (!overlap_enough(cluster, open[cluster - first_], other)) continue;
        candidates_ += copies;
        pairs_.emplace_back(cluster, other);
      }
    }
  }

  void finish() override {
    for (const auto& [a, b] : pairs_) outcome_.merged.unite(a, b);
    outcome_.edges += edges_;
    outcome_.candidates += candidates_;
  }

 private:
  bool overlap_enough(std::uint32_t cluster, const OpenSet& open, std::uint32_t other) const {
    const std::uint64_t a = clusters_.neighbours[cluster].weight;
    const std::uint64_t b = clusters_.neighbours[other].weight;
    if (!reaches(std::min(a, b), std::max(a, b), overlap_)) return false;
    const std::uint64_t common = open.common_weight(clusters_.neighbours[other]);
    return reaches(common, a + b - common, overlap_);
  }

  const Places& places_;
  const Clusters& clusters_;
  double overlap_;
  std::uint32_t first_;
  std::uint32_t last_;
  Outcome& outcome_;
  std::uint64_t edges_ = 0;
  std::uint64_t candidates_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

FindCandidates::Outcome find_candidates(const Places& places, const Clusters& clusters,
                                        const SharedNeighboursOptions& options) {
  const auto count = static_cast<std::uint32_t>(clusters.neighbours.size());
  FindCandidates::Outcome outcome{.merged = UnionFind(count)};
  for (const std::uint64_t copies : clusters.copies) {
    outcome.edges += copies * (copies - 1) / 2;
    outcome.candidates += copies * (copies - 1) / 2;
  }
  std::uint32_t next = 0;
  run_in_order(thread_count(options.threads), [&]() -> std::unique_ptr<Job> {
    check_stop();
    if (next == count) return nullptr;
    const std::uint32_t first = std::exchange(next, std::min(count, next + kClustersAtOnce));
    return std::make_unique<FindCandidates>(places, clusters, options.overlap, first, next,
                                            outcome);
  });
  return outcome;
}

// Makes each set of `merged` one cluster.
void merge(const Places& places, UnionFind& merged, Clusters& clusters) {
  const auto before = static_cast<std::uint32_t>(clusters.neighbours.size());
  // By cluster: the number of the cluster that it becomes part of.
  std::vector<std::uint32_t> number(before);
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t cluster = 0; cluster < before; ++cluster) {
    const std::uint32_t first = merged.find(cluster);  // the smallest
    if (first == cluster) {
      number[cluster] = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(1);
    } else {
      number[cluster] = number[first];
      ++sizes[number[first]];
    }
  }
  std::vector<std::vector<std::uint32_t>> parts(sizes.size());
  for (std::uint32_t cluster = 0; cluster < before; ++cluster) {
    parts[number[cluster]].push_back(cluster);
  }

  OpenSet open(places);
  std::vector<PlaceSet> neighbours;
  neighbours.reserve(parts.size());
  for (const std::vector<std::uint32_t>& part : parts) {
    if (part.size() == 1) {
      neighbours.push_back(std::move(clusters.neighbours[part[0]]));
      continue;
    }
    for (const std::uint32_t cluster : part) open.add(clusters.neighbours[cluster]);
    neighbours.push_back(open.take());
  }
  for (std::uint32_t& cluster : clusters.of_page) cluster = number[cluster];
  clusters.copies.assign(parts.size(), 1);
  clusters.neighbours = std::move(neighbours);
}

Clustering every_page_alone(std::size_t pages) {
  std::vector<int> labels(pages);
  for (std::size_t page = 0; page < pages; ++page) labels[page] = static_cast<int>(page);
  return {std::move(labels), static_cast<int>(pages)};
}

}  // namespace

Clustering shared_neighbours(const NeighbourGraph& graph, std::span<const std::uint32_t> weights,
                             const SharedNeighboursOptions& options,
                             std::vector<SharedNeighboursRound>* rounds) {
  assert(weights.empty() || weights.size() == graph.pages());
  if (options.max_iterations <= 0) return every_page_alone(graph.pages());
  if (!reaches(1, 1, options.overlap)) {
    if (rounds != nullptr) rounds->push_back({graph.pages(), graph.edges(), 0, 0});
    return every_page_alone(graph.pages());
  }

  const std::vector<PageId> twins = first_twins(graph);
  std::vector<std::uint64_t> twin_weights(graph.pages());
  Clusters clusters{.of_page = std::vector<std::uint32_t>(graph.pages())};
  for (PageId page = 0; page < graph.pages(); ++page) {
    twin_weights[twins[page]] += weights.empty() ? 1 : weights[page];
    if (twins[page] == page) {
      clusters.of_page[page] = static_cast<std::uint32_t>(clusters.copies.size());
      clusters.copies.push_back(1);
    } else {
      clusters.of_page[page] = clusters.of_page[twins[page]];
      ++clusters.copies[clusters.of_page[page]];
    }
  }
  const Places places(graph, twin_weights);
  OpenSet open(places);
  for (PageId page = 0; page < graph.pages(); ++page) {
    if (twins[page] != page) continue;
    open.add(places.place_of(page));
    for (const Neighbour& x : graph[page]) open.add(places.place_of(twins[x.page]));
    clusters.neighbours.push_back(open.take());
  }

  std::size_t count = graph.pages();
  for (int round = 0; round < options.max_iterations; ++round) {
    FindCandidates::Outcome outcome = find_candidates(places, clusters, options);
    merge(places, outcome.merged, clusters);
    const std::size_t left = clusters.neighbours.size();
    if (rounds != nullptr) {
      rounds->push_back({count, outcome.edges, outcome.candidates, count - left});
    }
    if (left == count) break;
    count = left;
  }
  return canonical({clusters.of_page.begin(), clusters.of_page.end()});
}

}  // namespace pagekin::cluster
