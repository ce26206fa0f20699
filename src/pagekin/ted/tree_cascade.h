// Whether trees of one set are within a distance of each other: cheap bounds first, the
// distance itself last.
//
// In order of cost:
//
//   labels       from how often each tag occurs
//   preorder     edit distance of the tags in document order
//   postorder    edit distance of the tags in postorder
//   upper bound  the best mapping that goes down from the roots level by level
//   forests      see forest_bound.h
//   bounded      the distance, as far as the question needs it
//
// The first three count edits, see tree_edit_bounds.h. Where the exact distance is asked
// for, a lower and an upper bound that meet answer too.
//
// Cost: for pages of one site, a few microseconds a pair of which bounds tell.
// Memory: 22 bytes an element of different trees, 40 a different subtree, 8 MB a thread.
// Limits: those of TreeDistanceQuestion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "pagekin/core/verdicts.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/forest_bound.h"
#include "pagekin/ted/label_bins.h"
#include "pagekin/ted/top_down_bound.h"
#include "pagekin/ted/tree_distance.h"

namespace pagekin::ted {

// From any thread once made. Deterministic.
class TreeCascade {
 public:
  enum Stage : std::uint8_t {
    kLabels,
    kPreorder,
    kPostorder,
    kUpperBound,
    kForests,
    kBounded,
    kLimit
  };
  static std::span<const VerdictStage> stages();  // by Stage

  struct Answer {
    bool within = false;
    Stage stage = kLabels;  // that settled it
    EditCost distance = 0;  // where within: exact if asked for, else an upper bound
  };

  // Of `question` the costs, which are symmetric, the algorithm and the limits count.
  // The trees stay.
  TreeCascade(std::span<const dom::TagTree* const> trees, const TreeDistanceQuestion& question);

  // Equal for equal trees: 0, 1, ... as they first appear.
  std::uint32_t number(std::size_t tree) const { return numbers_[tree]; }
  std::size_t size(std::uint32_t number) const { return trees_[number].size(); }

  // Of two different trees by their numbers, neither empty. Where a limit is met, trees
  // count as not within unless an upper bound says so.
  Answer within(std::uint32_t a, std::uint32_t b, EditCost at_most, bool exact) const;

 private:
  using Bins = LabelBins<std::uint16_t, 64>;
  using Bytes = std::span<const std::uint8_t>;
  // What a thread uses, with all that it came to know of pairs of subtrees.
  struct Bounds {
    TopDownBound upper;
    ForestBound lower;
  };

  void count_labels();
  bool comes_first(std::uint32_t a, std::uint32_t b) const;
  std::unique_ptr<Bounds> borrow() const;
  void give_back(std::unique_ptr<Bounds> bounds) const;
  Bytes bytes(const std::vector<std::uint8_t>& of, std::uint32_t number) const {
    return Bytes(of).subspan(starts_[number], size(number));
  }

  TreeDistanceQuestion question_;
  Subtrees subtrees_;
  std::vector<std::uint32_t> numbers_;
  // By number.
  std::vector<const dom::TagTree*> originals_;
  std::vector<EditTree> trees_;
  std::vector<Bins> bins_;           // of its labels
  std::vector<std::size_t> starts_;  // in both sequences
  // Labels, all rare ones being one: of all trees.
  std::vector<std::uint8_t> preorder_;
  std::vector<std::uint8_t> postorder_;

  std::unique_ptr<SubtreeLabels> subtree_labels_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Bounds>> idle_;  // that no thread is using
};

}  // namespace pagekin::ted
