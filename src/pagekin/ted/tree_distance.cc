#include "pagekin/ted/tree_distance.h"

#include <algorithm>
#include <optional>

#include "pagekin/ted/bounded_tree_edit.h"
#include "pagekin/ted/top_down_bound.h"
#include "pagekin/ted/tree_edit.h"
#include "pagekin/ted/tree_edit_bounds.h"

namespace pagekin::ted {
namespace {

// A cell of the bounded algorithm takes as long as so many of a whole table.
constexpr std::uint64_t kBoundedCell = 10;

// What part of the limit of cells it may use where no whole table can be had. Of unlike
// pages it learns little.
constexpr std::uint64_t kAlikePart = 32;
constexpr std::uint64_t kUnlikePart = 256;

// What finding out what a whole table takes, takes itself for a pair of shapes: memory at
// the most, and as long as so many cells of a whole table or of the bounded algorithm.
constexpr std::uint64_t kBytesToPlan = 8;
constexpr std::uint64_t kCellsToPlanWhole = 128;
constexpr std::uint64_t kCellsToPlan = 6;

struct Engine {
  EditCost (*distance)(const EditTree&, const EditTree&, const EditCosts&, EditWork*);
  EditWork (*work)(const EditTree&, const EditTree&, const EditCosts&);
};

Engine engine_of(TreeEditAlgorithm algorithm) {
  switch (algorithm) {
    case TreeEditAlgorithm::kZhangShasha:
      return {zhang_shasha, zhang_shasha_work};
    case TreeEditAlgorithm::kRted:
      return {rted, rted_work};
    case TreeEditAlgorithm::kApted:
      break;
  }
  return {apted, apted_work};
}

class Answer {
 public:
  Answer(const EditTree& a, const EditTree& b, const TreeDistanceQuestion& question, EditWork* work)
      : a_(a), b_(b), question_(question), work_(work) {}

  TreeDistance find() {
    if (settled_by_bounds()) return known_;
    BoundedTreeEdit search(a_, b_, question_.costs);
    // First as long as it would take to find out what the whole table takes.
    const std::uint64_t pairs = std::uint64_t{a_.shape_count()} * b_.shape_count();
    const std::uint64_t most = question_.limits.cells / (alike() ? kAlikePart : kUnlikePart);
    bool settled = alike() && settled_by(search, std::min(most, kCellsToPlan * pairs));
    if (!settled) {
      plan_whole(pairs);
      const std::uint64_t worth = !whole_ ? most : alike() ? whole_work_.cells / kBoundedCell : 0;
      settled = worth > search.work().cells && settled_by(search, worth);
    }
    note(search.work());
    if (settled || !whole_) return known_;
    const EditCost distance = whole_->distance(a_, b_, question_.costs, work_);
    return {distance, distance};
  }

 private:
  void note(const EditWork& work) const {
    if (work_ == nullptr) return;
    work_->cells += work.cells;
    work_->bytes = std::max(work_->bytes, work.bytes);
  }

  // Whether what is known answers the question.
  bool settled() const {
    return known_.exact() || known_.low > question_.at_most ||
           (question_.only_verdict && known_.high <= question_.at_most);
  }

  // Whether the pages may be of one template: else the bounded algorithm takes longer than
  // the whole table.
  bool alike() const {
    return known_.low < question_.costs.largest() * (a_.size() + b_.size()) / 5;
  }

  bool settled_by_bounds() {
    const EditCosts& costs = question_.costs;
    known_.high = a_.size() * costs.remove + b_.size() * costs.insert;
    known_.low = size_bound(a_.size(), b_.size(), costs);
    if (a_.empty() || b_.empty()) return true;
    if (a_.root_id() == b_.root_id()) {
      known_ = {};
      return true;
    }
    if (settled()) return true;
    known_.low = std::max(known_.low, label_bound(a_, b_, costs));
    if (settled()) return true;
    known_.low = std::max(known_.low, preorder_bound(a_, b_, costs, question_.at_most));
    if (settled()) return true;
    known_.low = std::max(known_.low, postorder_bound(a_, b_, costs, question_.at_most));
    if (settled()) return true;
    known_.high = std::min(known_.high, top_down_bound(a_, b_, costs));
    return settled();
  }

  // False where it stopped before.
  bool settled_by(BoundedTreeEdit& search, std::uint64_t most_cells) {
    const EditWork most{most_cells, question_.limits.bytes};
    const EditCost last = std::min(question_.at_most, known_.high - 1);
    EditCost more = std::max(4 * question_.costs.largest(), known_.low / 8);
    while (!settled()) {
      const bool is_last = last - known_.low <= 2 * more;
      const EditCost at_most = is_last ? last : known_.low + more;
      const std::optional<EditCost> found = search(at_most, most);
      if (!found) return false;
      if (*found <= at_most) {
        known_ = {*found, *found};
      } else {
        known_.low = at_most + 1;
      }
      more *= 4;
    }
    return true;
  }

  // Which way a whole table can be had, and what it takes; none within the limits.
  void plan_whole(std::uint64_t pairs) {
    const TreeEditLimits& limits = question_.limits;
    if (pairs > limits.cells) return;  // each pair is a cell at the least
    const bool can_choose =
        pairs <= limits.bytes / kBytesToPlan && pairs <= limits.cells / kCellsToPlanWhole;
    const Engine engine =
        engine_of(can_choose ? question_.algorithm : TreeEditAlgorithm::kZhangShasha);
    whole_work_ = engine.work(a_, b_, question_.costs);
    if (whole_work_.cells <= limits.cells && whole_work_.bytes <= limits.bytes) whole_ = engine;
  }

  const EditTree& a_;
  const EditTree& b_;
  const TreeDistanceQuestion& question_;
  EditWork* work_;
  TreeDistance known_;
  std::optional<Engine> whole_;
  EditWork whole_work_;
};

}  // namespace

TreeDistance tree_distance(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, EditWork* work) {
  return Answer(a, b, question, work).find();
}

}  // namespace pagekin::ted
