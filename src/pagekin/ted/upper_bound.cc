#include "pagekin/ted/upper_bound.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/lower_bounds.h"

namespace pagekin::ted {
namespace {

constexpr std::uint64_t kMostCells =
    1 << 16;  // of one alignment of children; at least some 5 a child
constexpr std::uint64_t kMostSteps = 1 << 22;  // after these, at most as many again
constexpr std::uint32_t kLargestWrapper = 8;   // its elements, with all below it
constexpr std::uint64_t kFewSteps = 1 << 20;   // below kMostSteps, so that no pair is cut short
constexpr EditCost kNever = EditCost{1} << 62;

// The two views are how the aligner reads a tree. A node is an id in the first view, a position
// in the second.
struct SubtreesView {
  const Subtrees* of;
  std::uint32_t id(std::uint32_t node) const { return node; }
  std::uint32_t label(std::uint32_t node) const { return of->label(node); }
  std::uint32_t size(std::uint32_t node) const { return of->size(node); }
  void append_children(std::uint32_t node, std::vector<std::uint32_t>& out) const {
    const auto children = of->children_backwards(node);
    out.insert(out.end(), children.begin(), children.end());
  }
};

struct EditTreeView {
  const EditTree* of;
  std::uint32_t id(std::uint32_t node) const { return of->ids[of->shapes[node]]; }
  std::uint32_t label(std::uint32_t node) const { return of->labels[node]; }
  std::uint32_t size(std::uint32_t node) const { return of->sizes[node]; }
  void append_children(std::uint32_t node, std::vector<std::uint32_t>& out) const {
    const std::uint32_t first = of->leftmost(node);
    for (std::uint32_t end = node; end > first; end -= of->sizes[end - 1]) out.push_back(end - 1);
  }
};

template <class View>
class Aligner {
 public:
  Aligner(View a, View b, const EditCosts& costs, TopDownCache& cache)
      : a_(a), b_(b), costs_(costs), cache_(cache) {}

  // Uses cached results of other pairs. Returns nothing if it takes many steps. Steps are counted
  // as if the cache were empty, so the result does not depend on the cache.
  std::optional<EditCost> align_if_few_steps(std::uint32_t x, std::uint32_t y) {
    return align(x, y, kFewSteps);
  }

  // Starts with an empty cache, so that the number of steps depends on the pair alone.
  EditCost align_capped(std::uint32_t x, std::uint32_t y) {
    cache_.start(std::size_t{a_.size(x)} + b_.size(y));
    return *align(x, y, UINT64_MAX);
  }

 private:
  using Entry = TopDownResult;

  std::optional<EditCost> align(std::uint32_t x, std::uint32_t y, std::uint64_t most_steps) {
    if (const std::optional<Entry> known = look_up(x, y)) return known->cost;
    push(x, y);
    std::optional<Entry> returned;  // of the pair that the frame on top waits for
    while (true) {
      Frame& frame = frames_.back();
      if (frame.steps > most_steps) return {};
      if (!advance(frame, returned)) {
        push(nodes_[frame.rows + frame.i], nodes_[frame.columns + frame.j]);
        returned.reset();
        continue;
      }
      if (frame.steps > most_steps) return {};
      frame.best = std::min(frame.best, frame.sure + cells_.back());
      if (begin_variant(frame)) {
        returned.reset();
        continue;
      }
      const auto steps = static_cast<std::uint32_t>(std::min(frame.steps, 2 * kFewSteps));
      const Entry entry = {.cost = frame.best, .steps = steps};
      cache_.put(a_.id(frame.x), b_.id(frame.y), entry);
      cells_.resize(frame.cells);
      nodes_.resize(frame.nodes);
      frames_.pop_back();
      if (frames_.empty()) return entry.cost;
      returned = entry;
    }
  }

  // Two paired elements whose children are being aligned. The cell (i, j) of the table is
  // the least cost of the first i + 1 rows and j + 1 columns. Only one row is kept, with
  // a cell before it for no columns: before column j it is row i, from column j on row i - 1.
  struct Frame {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    EditCost sure = 0;        // of x and y themselves
    std::size_t nodes = 0;    // where its children begin in nodes_
    std::size_t cells = 0;    // where its row begins in cells_
    std::size_t rows = 0;     // in nodes_: children of x that are not paired at once, last first
    std::size_t columns = 0;  // of y
    std::size_t row_count = 0;
    std::size_t column_count = 0;
    std::size_t reach = 0;  // columns on each side of the diagonal
    std::size_t i = 0;
    std::size_t j = 0;
    bool in_row = false;    // row i has begun
    EditCost left = 0;      // cell (i, j - 1)
    EditCost diagonal = 0;  // cell (i - 1, j - 1)
    std::uint64_t steps = 0;
    EditCost best = kNever;  // of the tables so far
    int variant = 0;

    // The columns of row r that are in the table.
    std::size_t begin(std::size_t r) const {
      const std::size_t middle = r * column_count / row_count;
      return middle > reach ? middle - reach : 0;
    }
    std::size_t end(std::size_t r) const {
      return std::min(column_count, r * column_count / row_count + reach + 1);
    }
  };

  EditCost removed(std::uint32_t x) const { return costs_.remove * a_.size(x); }
  EditCost inserted(std::uint32_t y) const { return costs_.insert * b_.size(y); }

  // A lower bound of u(x, y), to skip pairs that cannot matter.
  EditCost least(std::uint32_t x, std::uint32_t y) const {
    const EditCost p = a_.size(x);
    const EditCost q = b_.size(y);
    const EditCost sizes = p > q ? (p - q) * costs_.remove : (q - p) * costs_.insert;
    return sizes + (a_.label(x) != b_.label(y) ? costs_.rename : 0);
  }

  // Returns the result if it needs no table.
  std::optional<Entry> look_up(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t id_x = a_.id(x);
    const std::uint32_t id_y = b_.id(y);
    if (id_x == id_y) return Entry{0, 1};
    if (a_.size(x) == 1 || b_.size(y) == 1) return Entry{least(x, y), 1};
    if (const Entry* const known = cache_.find(id_x, id_y)) return *known;
    return {};
  }

  // The cost if only the roots are paired.
  EditCost without_children(std::uint32_t x, std::uint32_t y) const {
    const EditCost rename = a_.label(x) != b_.label(y) ? costs_.rename : 0;
    return rename + removed(x) - costs_.remove + inserted(y) - costs_.insert;
  }

  void push(std::uint32_t x, std::uint32_t y) {
    frames_.push_back({.x = x, .y = y, .nodes = nodes_.size(), .cells = cells_.size()});
    begin_table(frames_.back(), kNoNumber, kNoNumber);
  }

  // Begins a table of the children of x and y. If `in_x` or `in_y` is one of them, its children
  // take its place.
  void begin_table(Frame& frame, std::uint32_t in_x, std::uint32_t in_y) {
    nodes_.resize(frame.nodes);
    cells_.resize(frame.cells);
    frame.sure = a_.label(frame.x) != b_.label(frame.y) ? costs_.rename : 0;
    if (in_x != kNoNumber) frame.sure += costs_.remove;
    if (in_y != kNoNumber) frame.sure += costs_.insert;
    frame.rows = append_children(a_, frame.x, in_x);
    frame.columns = append_children(b_, frame.y, in_y);
    frame.row_count = frame.columns - frame.rows;
    frame.column_count = nodes_.size() - frame.columns;
    frame.steps += 1 + frame.row_count + frame.column_count;
    steps_ += 1 + frame.row_count + frame.column_count;
    frame.i = 0;
    pair_equal_ends(frame);
    if (frame.row_count > 0) {
      const std::uint64_t few = frame.column_count / frame.row_count + 2;
      frame.reach = std::max(few, kMostCells / frame.row_count / 2);
    }
    cells_.push_back(0);
    for (std::size_t j = 0; j < frame.column_count; ++j) {
      cells_.push_back(cells_.back() + inserted(nodes_[frame.columns + j]));
    }
  }

  std::size_t append_children(const View& tree, std::uint32_t node, std::uint32_t opened) {
    const std::size_t begin = nodes_.size();
    tree.append_children(node, nodes_);
    if (opened == kNoNumber) return begin;
    const auto place = static_cast<std::size_t>(
        std::find(nodes_.begin() + static_cast<std::ptrdiff_t>(begin), nodes_.end(), opened) -
        nodes_.begin());
    const std::vector<std::uint32_t> after(nodes_.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                                           nodes_.end());
    nodes_.resize(place);
    tree.append_children(opened, nodes_);
    nodes_.insert(nodes_.end(), after.begin(), after.end());
    return begin;
  }

  // Begins a table with the largest child as a wrapper; returns false if none is left to try. The
  // child must have a good part of what is below its parent, and there must be enough to gain.
  // Large wrappers do not pay: they cost most and seldom help.
  bool begin_variant(Frame& frame) {
    const EditCost to_gain = frame.best - least(frame.x, frame.y);
    while (frame.variant < 2 && steps_ < kMostSteps) {
      const bool in_x = frame.variant++ == 0;
      const std::uint32_t wrapper = in_x ? largest_child(a_, frame.x) : largest_child(b_, frame.y);
      const EditCost wrapped = in_x ? a_.size(wrapper) : b_.size(wrapper);
      const EditCost size = in_x ? a_.size(frame.x) : b_.size(frame.y);
      if (wrapped == 1 || wrapped > kLargestWrapper || 4 * wrapped < size) continue;
      if (8 * to_gain < (costs_.remove + costs_.insert) * wrapped) continue;
      begin_table(frame, in_x ? wrapper : kNoNumber, in_x ? kNoNumber : wrapper);
      return true;
    }
    return false;
  }

  std::uint32_t largest_child(const View& tree, std::uint32_t node) {
    scratch_.clear();
    tree.append_children(node, scratch_);
    return *std::ranges::max_element(scratch_, {},
                                     [&](std::uint32_t child) { return tree.size(child); });
  }

  // Pairs equal first children and equal last children. Some best alignment does so: if one of
  // them has another partner, the other one can take its place at the same cost.
  void pair_equal_ends(Frame& frame) const {
    const auto equal = [&](std::size_t i, std::size_t j) {
      return a_.id(nodes_[frame.rows + i]) == b_.id(nodes_[frame.columns + j]);
    };
    while (frame.row_count > 0 && frame.column_count > 0 && equal(0, 0)) {
      ++frame.rows;
      ++frame.columns;
      --frame.row_count;
      --frame.column_count;
    }
    while (frame.row_count > 0 && frame.column_count > 0 &&
           equal(frame.row_count - 1, frame.column_count - 1)) {
      --frame.row_count;
      --frame.column_count;
    }
  }

  // Fills the cells. Returns false at a pair whose result is not known yet; the next call gets
  // it as `returned`.
  bool advance(Frame& frame, std::optional<Entry> returned) {
    EditCost* const row = cells_.data() + frame.cells;
    for (; frame.i < frame.row_count; ++frame.i) {
      const std::uint32_t x = nodes_[frame.rows + frame.i];
      const std::size_t begin = frame.begin(frame.i);
      const std::size_t end = frame.end(frame.i);
      if (!frame.in_row) {
        // Cells to the right of the row above and to the left of this row are not in the table.
        if (frame.i > 0) {
          std::fill(row + frame.end(frame.i - 1) + 1, row + end + 1, kNever);
          if (begin == frame.begin(frame.i - 1) && begin > 0) row[begin] = kNever;
        }
        frame.diagonal = row[begin];
        if (begin == 0) row[0] += removed(x);
        frame.left = begin == 0 ? row[0] : kNever;
        frame.j = begin;
        frame.in_row = true;
      }
      for (; frame.j < end; ++frame.j) {
        const EditCost above = row[frame.j + 1];
        const std::uint32_t y = nodes_[frame.columns + frame.j];
        EditCost best = std::min(above + removed(x), frame.left + inserted(y));
        if (frame.diagonal + least(x, y) < best) {
          if (!returned) returned = look_up(x, y);
          if (!returned && steps_ >= kMostSteps) returned = Entry{without_children(x, y), 1};
          if (!returned) return false;
          best = std::min(best, frame.diagonal + returned->cost);
          frame.steps += returned->steps;
          returned.reset();
        }
        ++frame.steps;
        ++steps_;
        frame.diagonal = above;
        frame.left = best;
        row[frame.j + 1] = best;
      }
      frame.in_row = false;
    }
    return true;
  }

  View a_;
  View b_;
  const EditCosts& costs_;
  TopDownCache& cache_;
  std::uint64_t steps_ = 0;  // that were taken
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> nodes_;  // the children of all frames
  std::vector<EditCost> cells_;       // the rows of all frames
  std::vector<std::uint32_t> scratch_;
};

}  // namespace

EditCost TopDownBound::operator()(std::uint32_t a, std::uint32_t b, EditCost give_up_above) {
  const std::uint32_t p = subtrees_->size(a);
  const std::uint32_t q = subtrees_->size(b);
  const EditCost worst = p * costs_.remove + q * costs_.insert;
  if (size_bound(p, q, costs_) > give_up_above) return worst;
  const SubtreesView view{subtrees_};
  if (const auto bound = Aligner(view, view, costs_, kept_).align_if_few_steps(a, b)) {
    return std::min(worst, *bound);
  }
  return std::min(worst, Aligner(view, view, costs_, fresh_).align_capped(a, b));
}

EditCost top_down_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost give_up_above) {
  const EditCost worst = a.size() * costs.remove + b.size() * costs.insert;
  if (a.empty() || b.empty() || size_bound(a.size(), b.size(), costs) > give_up_above) return worst;
  thread_local TopDownCache cache(kFewestTopDownSlots);
  Aligner aligner(EditTreeView{&a}, EditTreeView{&b}, costs, cache);
  return std::min(worst, aligner.align_capped(a.root(), b.root()));
}

}  // namespace pagekin::ted
