// Which paths of document vectors are worth comparing: neither the noise of one page nor
// what every page of the run has.
//
// Of the pages of a run those paths are kept that at least two pages have, but not all.
// With fewer than three pages that would leave nothing, so nothing is dropped then.
//
// Source: Bagban, Kulkarni: On Applying Document Similarity Measures for Template based
// Clustering of Web Documents, section 3.5.
// Cost: time O(N log N) for N paths of all pages together; memory a sixteenth of theirs
// and 8 bytes a path kept.
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
  // Learns from the document_paths of all pages of a run. Before that prune() keeps all.
  void fit(std::span<const features::Features> pages);

  // Drops what is not kept, the order of the rest unchanged.
  void prune(std::vector<std::uint64_t>& paths) const;

  // What was learnt: nothing at all where every path is kept, else the number of kept
  // paths and the paths, ascending, 8 bytes each, little-endian. learn() throws Error
  // for any other bytes.
  std::string learnt() const;
  void learn(std::string_view bytes);

 private:
  bool keeps_all_ = true;
  std::vector<std::uint64_t> kept_;  // sorted
};

}  // namespace pagekin::measure
