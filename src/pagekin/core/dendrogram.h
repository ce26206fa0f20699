// A hierarchy of clusters: which two became one, and how similar they were.
//
//   pages 0 1 2 3     merge 0 (number 4) of 1 and 2 at 0.9
//                     merge 1 (number 5) of 0 and 4 at 0.7
//
// Clusters are known by number: pages first, then merges in their order. Similarities never
// rise. Pages that nothing joins are roots of their own, so there may be several roots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"

namespace pagekin {

struct Merge {
  std::uint32_t left = 0;  // the one with the first page of both
  std::uint32_t right = 0;
  float similarity = 0;
  std::uint32_t size = 0;  // pages
  friend bool operator==(const Merge&, const Merge&) = default;
};

// Two pages, whose clusters are to become one.
struct Link {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 0;
};

class Dendrogram {
 public:
  // From links, taken by falling similarity, equally similar ones in their order; a link
  // inside a cluster is passed over.
  explicit Dendrogram(std::size_t pages = 0, std::vector<Link> links = {});

  std::size_t pages() const { return pages_; }
  std::span<const Merge> merges() const { return merges_; }

  // The clusters when merges at or above a similarity are made (both rounded to float).
  Clustering cut_at(double similarity) const;

  // The clusters when they are `clusters`, or as few as there can be.
  Clustering cut_into(std::size_t clusters) const;

 private:
  Clustering after(std::size_t merges) const;

  std::size_t pages_;
  std::vector<Merge> merges_;
};

}  // namespace pagekin
