// A hierarchy of clusters as a file: for programs that read trees, for scripts, for people.
//
// .nwk   Newick: one tree with branch lengths and quoted page ids. A cluster that was merged at
//        similarity s lies 1 - s above its pages. Several roots are joined by one of similarity 0.
// .json  {"pages": [ids], "merges": [{"left": .., "right": .., "similarity": .., "size": ..}]};
//        clusters are numbered: first the pages, then the merges in their order.
// .svg   A picture with the pages below each other on the right and a scale of similarity above.
//        Each cluster has one colour; the cut is a dashed line. With more than `most_rows` pages
//        each cluster is one row; with more clusters than that, a row is what further merges make
//        of them.
//
// The same hierarchy gives the same bytes on every machine. Nothing here is recursive, because
// hierarchies may be as deep as the number of pages.
// Cost: time and text linear in the number of pages; the SVG is held in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "pagekin/cluster.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/page.h"

namespace pagekin::report {

// A view: everything stays with the caller.
struct DendrogramView {
  const Dendrogram* dendrogram = nullptr;
  const Clustering* clustering = nullptr;  // cut from it
  double cut = 0;                          // at this similarity
  std::string note = {};                   // how it was made: "average linkage, measure ted"
  std::function<std::string_view(PageId)> id;
};

constexpr std::size_t kMostDendrogramRows = 200;

// Hands over the bytes in pieces.
void write_dendrogram(const DendrogramView& view, DendrogramFormat format,
                      const std::function<void(std::string_view)>& write,
                      std::size_t most_rows = kMostDendrogramRows);

}  // namespace pagekin::report
