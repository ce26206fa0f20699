// Pruning of document vectors: drops the paths of a single page, which are noise, and the
// paths that every page of the run has.
//
// It keeps a path if at least two pages have it, but not all pages. With fewer than three
// pages that would leave nothing, so then it keeps all.
//
// Source: Bagban, Kulkarni: On Applying Document Similarity Measures for Template based
// Clustering of Web Documents, 2018, section 3.5.
// Cost: time O(N log N) for N paths of all pages together; memory a sixteenth of that of
// these paths, and 8 bytes for each path that it keeps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/features.h"

namespace pagekin::measure {

class PathPruning {
 public:
  // Learns from the document_paths of all pages of a run. Before fit(), prune() keeps all paths.
  void fit(std::span<const features::Features> pages);

  // Drops the paths that are not kept. The others stay in order.
  void prune(std::vector<std::uint64_t>& paths) const;

  // Returns what was learnt: nothing if every path is kept, else the number of kept paths and
  // the paths, ascending, 8 bytes each, little-endian. learn() throws Error for other bytes.
  std::string learnt() const;
  void learn(std::string_view bytes);

 private:
  bool keeps_all_ = true;
  std::vector<std::uint64_t> kept_;  // sorted
};

}  // namespace pagekin::measure
