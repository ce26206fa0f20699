// Whether two trees of a set are within a distance of each other, for many pairs of the set.
//
// It runs the stages of cascade.h, with labels in bytes and with caches of what pairs of trees
// have in common.
//
// Cost: for pages of one site, a few microseconds for a pair that bounds decide.
// Memory: 24 bytes an element of different trees, 40 a different subtree, 8 MB a thread.
// Limits: those of TreeDistanceQuestion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "pagekin/ted/cascade.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/forest_bound.h"
#include "pagekin/ted/label_bins.h"
#include "pagekin/ted/upper_bound.h"

namespace pagekin::ted {

// Once made, it may be used from many threads. Deterministic.
class TreeSet {
 public:
  struct Answer {
    bool within = false;
    Stage stage = Stage::kLabels;  // the one that decided
    EditCost distance = 0;         // if within: exact if asked for, else an upper bound
  };

  // Takes the costs, which must be symmetric, the algorithm and the limits from `question`.
  TreeSet(std::span<const dom::TagTree* const> trees, const TreeDistanceQuestion& question);

  // Returns the number of a tree, by its place in the list. Equal trees have equal numbers:
  // 0, 1, ... as they first appear.
  std::uint32_t number(std::size_t tree) const { return numbers_[tree]; }
  std::size_t size(std::uint32_t number) const { return trees_[number].size(); }

  // For two different trees by their numbers, neither empty. If a limit is met, trees count as
  // not within the distance unless an upper bound says so.
  Answer within(std::uint32_t a, std::uint32_t b, EditCost at_most, bool exact) const;

 private:
  using Bins = LabelBins<std::uint16_t, 64>;
  using Bytes = std::span<const std::uint8_t>;
  // The bounds with caches. A thread borrows them, so they know the pairs of other threads, too.
  struct CachedBounds {
    TopDownBound upper;
    ForestBound forests;
  };
  class Pair;

  void rank_trees(std::span<const dom::TagTree* const> originals);
  void count_labels();
  std::unique_ptr<CachedBounds> borrow() const;
  void give_back(std::unique_ptr<CachedBounds> bounds) const;
  Bytes bytes(const std::vector<std::uint8_t>& of, std::uint32_t number) const {
    return Bytes(of).subspan(starts_[number], size(number));
  }

  Bytes tags(std::uint32_t number) const {
    return Bytes(tags_).subspan(2 * starts_[number], 2 * size(number));
  }

  TreeDistanceQuestion question_;
  Subtrees subtrees_;
  std::vector<std::uint32_t> numbers_;
  // By number.
  std::vector<EditTree> trees_;
  std::vector<std::uint32_t> ranks_;
  std::vector<Bins> bins_;           // of its labels
  std::vector<std::size_t> starts_;  // in both sequences
  // The labels of all trees. All rare labels are one.
  std::vector<std::uint8_t> preorder_;
  std::vector<std::uint8_t> postorder_;
  std::vector<std::uint8_t> tags_;  // start and end tags; 127 labels are distinguished

  std::unique_ptr<SubtreeLabels> subtree_labels_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<CachedBounds>> idle_;  // that no thread is using
};

}  // namespace pagekin::ted
