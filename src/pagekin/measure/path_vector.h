// Base classes of the measures on document vectors: pruning by the run, and shingles.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/features/shingles.h"
#include "pagekin/measure/join_bounds.h"
#include "pagekin/measure/measure.h"
#include "pagekin/measure/path_pruning.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {

// A measure on document vectors. The option `prune` drops paths, see path_pruning.h. Pages
// that are compared without fit() keep all their paths.
template <class Kind>
class PathVectorMeasure : public Kind {
 public:
  bool prune = true;

  Needs needs() const override { return {.document_paths = true, .prune_paths = prune}; }
  void fit(std::span<const Features> pages) override {
    if (prune) pruning_.fit(pages);
  }
  void prepare(Features& page) const override { pruning_.prune(page.document_paths); }
  // With pruning, what a page is compared by depends on all pages.
  std::unique_ptr<JoinBounds> join_bounds(double at_least) const override {
    return prune ? nullptr : Kind::join_bounds(at_least);
  }
  std::string learnt() const override { return pruning_.learnt(); }
  void learn(std::string_view bytes) override {
    if (prune) {
      pruning_.learn(bytes);
    } else {
      Kind::learn(bytes);
    }
  }

 private:
  PathPruning pruning_;
};

// Compares the sets of shingles of the paths that are left. prepare() makes them.
class PathShingleMeasure : public PathVectorMeasure<SetMeasure> {
 public:
  int shingle = 2;

  Needs needs() const override {
    Needs needs = PathVectorMeasure::needs();
    needs.document_shingle = shingle;
    return needs;
  }
  void prepare(Features& page) const override {
    PathVectorMeasure::prepare(page);
    page.document_shingles =
        features::shingles(std::span<const std::uint64_t>(page.document_paths), shingle);
  }
  SortedHashes set_of(const Features& page) const override { return page.document_shingles; }
  std::string_view members() const override { return "shingles of document paths"; }
};

}  // namespace pagekin::measure
