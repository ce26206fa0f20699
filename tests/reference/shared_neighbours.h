// Clusters of shared near neighbours by definition: sets of pages, every pair of clusters
// compared in every round; rows of the table sorted anew. Equal pages stand for themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/neighbour_graph.h"

namespace pagekin::reference {

using Pages = std::set<PageId>;

inline Pages common(const Pages& a, const Pages& b) {
  Pages found;
  for (const PageId page : a) {
    if (b.contains(page)) found.insert(page);
  }
  return found;
}

inline Pages all_of(Pages a, const Pages& b) {
  a.insert(b.begin(), b.end());
  return a;
}

// The graph in which page p is there weights[p] times, each copy joined to the others by
// an edge of similarity 1; copies of one page follow each other.
inline NeighbourGraph expanded(const NeighbourGraph& graph,
                               const std::vector<std::uint32_t>& weights) {
  std::vector<PageId> page_of;  // by copy
  for (PageId page = 0; page < graph.pages(); ++page) {
    page_of.insert(page_of.end(), weights[page], page);
  }
  std::vector<Edge> edges;
  for (PageId b = 0; b < page_of.size(); ++b) {
    for (PageId a = 0; a < b; ++a) {
      if (page_of[a] == page_of[b]) edges.push_back({a, b, 1});
      for (const Neighbour& x : graph[page_of[a]]) {
        if (x.page == page_of[b]) edges.push_back({a, b, x.similarity});
      }
    }
  }
  return NeighbourGraph(page_of.size(), edges);
}

// The parts of 0 .. count - 1 that `joined` pairs connect.
template <class Joined>
std::vector<int> connected(std::size_t count, Joined joined) {
  std::vector<int> labels(count);
  for (std::size_t i = 0; i < count; ++i) labels[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (labels[i] == labels[j] || !joined(j, i)) continue;
      std::replace(labels.begin(), labels.end(), int{labels[i]}, int{labels[j]});
    }
  }
  return canonical(labels).labels;
}

struct SharedNeighboursCounts {
  std::size_t clusters = 0;
  std::size_t edges = 0;
  std::size_t candidates = 0;
  std::size_t merged = 0;
};

inline Clustering shared_neighbours(const NeighbourGraph& graph, double overlap, int max_iterations,
                                    std::vector<SharedNeighboursCounts>* rounds = nullptr) {
  struct Cluster {
    Pages pages;
    Pages neighbours;
  };
  std::vector<Cluster> clusters;
  for (PageId page = 0; page < graph.pages(); ++page) {
    Cluster alone{{page}, {page}};
    for (const Neighbour& x : graph[page]) alone.neighbours.insert(x.page);
    clusters.push_back(alone);
  }
  for (int round = 0; round < max_iterations; ++round) {
    SharedNeighboursCounts counts{.clusters = clusters.size()};
    const auto candidates = [&](std::size_t i, std::size_t j) {
      const Cluster& a = clusters[i];
      const Cluster& b = clusters[j];
      if (common(a.neighbours, b.pages).empty()) return false;
      const auto both = static_cast<double>(common(a.neighbours, b.neighbours).size());
      const auto either = static_cast<double>(all_of(a.neighbours, b.neighbours).size());
      return static_cast<float>(both / either) >= static_cast<float>(overlap);
    };
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        counts.edges += common(clusters[i].neighbours, clusters[j].pages).empty() ? 0 : 1;
        counts.candidates += candidates(i, j) ? 1 : 0;
      }
    }
    const std::vector<int> labels = connected(clusters.size(), candidates);
    const int count = labels.empty() ? 0 : *std::ranges::max_element(labels) + 1;
    std::vector<Cluster> merged(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      Cluster& into = merged[static_cast<std::size_t>(labels[i])];
      into.pages = all_of(into.pages, clusters[i].pages);
      into.neighbours = all_of(into.neighbours, clusters[i].neighbours);
    }
    counts.merged = clusters.size() - merged.size();
    clusters = merged;
    if (rounds != nullptr) rounds->push_back(counts);
    if (counts.merged == 0) break;
  }
  std::vector<int> labels(graph.pages());
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    for (const PageId page : clusters[i].pages) labels[page] = static_cast<int>(i);
  }
  return canonical(labels);
}

inline Clustering neighbour_table(const NeighbourGraph& graph, std::size_t neighbours,
                                  std::size_t shared) {
  std::vector<Pages> rows;
  for (PageId page = 0; page < graph.pages(); ++page) {
    std::vector<float> similarities;
    for (const Neighbour& x : graph[page]) similarities.push_back(x.similarity);
    std::ranges::sort(similarities);
    std::ranges::reverse(similarities);
    Pages row{page};
    for (const Neighbour& x : graph[page]) {
      const bool all_fit = similarities.size() <= neighbours;
      if (all_fit || x.similarity >= similarities[neighbours - 1]) row.insert(x.page);
    }
    rows.push_back(row);
  }
  return canonical(connected(rows.size(), [&](std::size_t i, std::size_t j) {
    return rows[i].contains(static_cast<PageId>(j)) && rows[j].contains(static_cast<PageId>(i)) &&
           common(rows[i], rows[j]).size() >= shared;
  }));
}

}  // namespace pagekin::reference
