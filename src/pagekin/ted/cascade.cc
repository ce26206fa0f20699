#include "pagekin/ted/cascade.h"

#include <algorithm>
#include <array>
#include <optional>

#include "pagekin/ted/bounded_distance.h"
#include "pagekin/ted/exact_distance.h"
#include "pagekin/ted/lower_bounds.h"

namespace pagekin::ted {
namespace {

constexpr std::array<VerdictStage, 8> kStages{{{"labels"},
                                               {"preorder"},
                                               {"postorder"},
                                               {"upper bound"},
                                               {"tags"},
                                               {"forests"},
                                               {"bounded", true},
                                               {"limit", true}}};

// A cell of the bounded algorithm takes as long as this number of cells of a whole table.
constexpr std::uint64_t kBoundedCell = 10;

// The bounded algorithm may use this part of the limit of cells where no whole table can be
// made. It learns little about pages that are not similar.
constexpr std::uint64_t kSimilarPart = 32;
constexpr std::uint64_t kDissimilarPart = 256;

// What it costs, for each pair of shapes, to find out what a whole table costs: bytes at most,
// and time in cells of a whole table and in cells of the bounded algorithm.
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

class Cascade {
 public:
  Cascade(const EditTree& a, const EditTree& b, const TreeDistanceQuestion& question,
          PairBounds& bounds, EditWork* work)
      : a_(a), b_(b), question_(question), bounds_(bounds), work_(work) {}

  StagedDistance run() {
    const EditCosts& costs = question_.costs;
    const EditCost at_most = question_.at_most;
    known_.high = a_.size() * costs.remove + b_.size() * costs.insert;
    known_.low = size_bound(a_.size(), b_.size(), costs);
    if (answered()) return {known_, Stage::kLabels};
    raise(bounds_.by_labels());
    if (answered()) return {known_, Stage::kLabels};
    raise(bounds_.by_preorder(at_most));
    if (answered()) return {known_, Stage::kPreorder};
    raise(bounds_.by_postorder(at_most));
    if (answered()) return {known_, Stage::kPostorder};
    known_.high = std::min(known_.high, bounds_.upper(at_most));
    if (answered()) return {known_, Stage::kUpperBound};
    raise(bounds_.by_tags(at_most));
    if (answered()) return {known_, Stage::kTags};
    raise(bounds_.by_forests(at_most));
    if (answered()) return {known_, Stage::kForests};
    search();
    return {known_, answered() ? Stage::kBounded : Stage::kLimit};
  }

 private:
  void raise(EditCost low) { known_.low = std::max(known_.low, low); }

  // Whether the known range answers the question.
  bool answered() const {
    return known_.exact() || known_.low > question_.at_most ||
           (question_.only_verdict && known_.high <= question_.at_most);
  }

  // Whether the pages may be of one template. If not, the bounded algorithm takes longer than
  // the whole table.
  bool may_be_similar() const {
    return known_.low < question_.costs.largest() * (a_.size() + b_.size()) / 5;
  }

  // The last stage.
  void search() {
    BoundedDistance bounded(a_, b_, question_.costs);
    // At first only as long as it takes to find out what the whole table costs.
    const std::uint64_t pairs = std::uint64_t{a_.shape_count()} * b_.shape_count();
    const std::uint64_t part = may_be_similar() ? kSimilarPart : kDissimilarPart;
    const std::uint64_t most = question_.limits.cells / part;
    bool done = may_be_similar() && answered_by(bounded, std::min(most, kCellsToPlan * pairs));
    if (!done) {
      plan_whole(pairs);
      const std::uint64_t worth = !whole_            ? most
                                  : may_be_similar() ? whole_work_.cells / kBoundedCell
                                                     : 0;
      done = worth > bounded.work().cells && answered_by(bounded, worth);
    }
    add_work(bounded.work());
    if (done || !whole_) return;
    const EditCost distance = whole_->distance(a_, b_, question_.costs, work_);
    known_ = {distance, distance};
  }

  void add_work(const EditWork& work) const {
    if (work_ == nullptr) return;
    work_->cells += work.cells;
    work_->bytes = std::max(work_->bytes, work.bytes);
  }

  // Returns false if the algorithm met a limit before the question was answered.
  bool answered_by(BoundedDistance& bounded, std::uint64_t most_cells) {
    const EditWork most{most_cells, question_.limits.bytes};
    const EditCost last = std::min(question_.at_most, known_.high - 1);
    EditCost margin = std::max(4 * question_.costs.largest(), known_.low / 8);
    while (!answered()) {
      const bool is_last = last - known_.low <= 2 * margin;
      const EditCost at_most = is_last ? last : known_.low + margin;
      const std::optional<EditCost> found = bounded(at_most, most);
      if (!found) return false;
      if (*found <= at_most) {
        known_ = {*found, *found};
      } else {
        known_.low = at_most + 1;
      }
      margin *= 4;
    }
    return true;
  }

  // Finds an algorithm that makes the whole table within the limits, and what that costs.
  void plan_whole(std::uint64_t pairs) {
    const TreeEditLimits& limits = question_.limits;
    if (pairs > limits.cells) return;  // each pair takes at least a cell
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
  PairBounds& bounds_;
  EditWork* work_;
  TreeDistance known_;
  std::optional<Engine> whole_;
  EditWork whole_work_;
};

}  // namespace

std::span<const VerdictStage> cascade_stages() { return kStages; }

StagedDistance run_cascade(const EditTree& a, const EditTree& b,
                           const TreeDistanceQuestion& question, PairBounds& bounds,
                           EditWork* work) {
  return Cascade(a, b, question, bounds, work).run();
}

}  // namespace pagekin::ted
