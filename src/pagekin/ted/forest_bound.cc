#include "pagekin/ted/forest_bound.h"

#include <algorithm>
#include <limits>

#include "pagekin/ted/lower_bounds.h"

namespace pagekin::ted {
namespace {

constexpr EditCost kTooFar = UINT64_MAX / 4;  // twice this value does not overflow
constexpr std::size_t kMostForestCells = std::size_t{1} << 15;
constexpr std::uint32_t kSmall = 64;  // elements; bounds of small subtrees nest at most this deep
constexpr int kMostNested = 16;       // large subtrees within each other
constexpr std::size_t kPairsKept = std::size_t{1} << 16;

std::uint32_t id_of(const EditTree& tree, std::uint32_t position) {
  return tree.ids[tree.shapes[position]];
}

// Finds the roots of a forest, from last to first.
void list_roots(const EditTree& tree, std::uint32_t begin, std::uint32_t end,
                std::vector<std::uint32_t>& roots) {
  roots.clear();
  for (; end > begin; end -= tree.sizes[end - 1]) roots.push_back(end - 1);
}

// Returns the root of the tree that has more than half of the elements of a forest, if any.
std::uint32_t large_root(const EditTree& tree, std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t half = (end - begin) / 2;
  while (end > begin && tree.sizes[end - 1] <= half) end -= tree.sizes[end - 1];
  return end > begin ? end - 1 : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

SubtreeLabels::SubtreeLabels(const Subtrees& subtrees, std::span<const std::uint8_t> bin_of)
    : bins_(subtrees.count()) {
  for (std::uint32_t id = 0; id < subtrees.count(); ++id) {
    auto& bins = bins_[id];
    for (const std::uint32_t child : subtrees.children_backwards(id)) {  // has a smaller id
      for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        bins[bin] = static_cast<std::uint8_t>(std::min(255, bins[bin] + bins_[child][bin]));
      }
    }
    add_label(bins, bin_of[subtrees.label(id)]);
  }
}

ForestBound::ForestBound(const SubtreeLabels& labels, const EditCosts& costs)
    : labels_(&labels), costs_(costs) {
  small_.start(kPairsKept / 8);  // there are eight slots for each
}

EditCost ForestBound::operator()(const EditTree& a, const EditTree& b, EditCost at_most) {
  a_ = &a;
  b_ = &b;
  cells_.clear();
  return of_forests({0, a.root() + 1}, {0, b.root() + 1}, at_most, kMostNested);
}

void ForestBound::take_off(Forest& f, Forest& g) {
  while (true) {
    list_roots(*a_, f.begin, f.end, roots_a_);
    list_roots(*b_, g.begin, g.end, roots_b_);
    const auto equal = [&](std::uint32_t x, std::uint32_t y) {
      return id_of(*a_, x) == id_of(*b_, y);
    };
    std::size_t last = 0;
    std::size_t count = std::min(roots_a_.size(), roots_b_.size());
    while (last < count && equal(roots_a_[last], roots_b_[last])) ++last;
    while (count > last && equal(roots_a_.back(), roots_b_.back())) {
      f.begin = roots_a_.back() + 1;
      g.begin = roots_b_.back() + 1;
      roots_a_.pop_back();
      roots_b_.pop_back();
      --count;
    }
    if (last == roots_a_.size() || last == roots_b_.size()) {
      f.end = last == roots_a_.size() ? f.begin : roots_a_[last] + 1;
      g.end = last == roots_b_.size() ? g.begin : roots_b_[last] + 1;
      return;
    }
    f.end = roots_a_[last] + 1;
    g.end = roots_b_[last] + 1;
    const bool are_trees = last + 1 == roots_a_.size() && last + 1 == roots_b_.size();
    if (!are_trees || a_->labels[f.end - 1] != b_->labels[g.end - 1]) return;
    --f.end;
    --g.end;
  }
}

// Returns kTooFar if the table does not have the cell.
inline EditCost ForestBound::at(const Table& table, std::size_t x, std::size_t y) const {
  const std::size_t place = table.place(x, y);
  return place < table.width() ? cells_[table.begin + x * table.width() + place] : kTooFar;
}

EditCost ForestBound::of_forests(Forest f, Forest g, EditCost at_most, int nested) {
  take_off(f, g);
  const std::size_t rows = f.size();
  const std::size_t columns = g.size();
  const EditCost least = size_bound(rows, columns, costs_);
  if (rows == 0 || columns == 0 || least > at_most) return least;

  // x - y goes from 0 at the beginning to rows - columns at the end. Leaving this range takes
  // removals that insertions must make up for, or the reverse.
  const auto difference = static_cast<std::int64_t>(rows) - static_cast<std::int64_t>(columns);
  const auto further = static_cast<std::int64_t>(std::min<EditCost>(
      (at_most - least) / (costs_.remove + costs_.insert), std::max(rows, columns)));
  Table table{.f = f, .g = g, .at_most = at_most, .nested = nested, .begin = cells_.size()};
  table.fewest = std::max(std::min<std::int64_t>(0, difference) - further,
                          -static_cast<std::int64_t>(columns));
  table.most =
      std::min(std::max<std::int64_t>(0, difference) + further, static_cast<std::int64_t>(rows));
  if (table.width() > kMostForestCells / (std::max(rows, columns) + 1)) return least;
  table.large = {large_root(*a_, f.begin, f.end), large_root(*b_, g.begin, g.end)};

  cells_.resize(table.begin + (rows + 1) * table.width());
  for (std::size_t x = 0; x <= rows; ++x) {
    const std::int64_t row = static_cast<std::int64_t>(x);
    const auto first = static_cast<std::size_t>(std::max<std::int64_t>(0, row - table.most));
    const auto last = std::min(columns, static_cast<std::size_t>(row - table.fewest));
    for (std::size_t y = first; y <= last; ++y) {
      const EditCost cost = least_cost(table, x, y);
      cells_[table.begin + x * table.width() + table.place(x, y)] = cost;
    }
  }
  const EditCost bound = at(table, rows, columns);
  cells_.resize(table.begin);
  return bound;
}

EditCost ForestBound::least_cost(Table& table, std::size_t x, std::size_t y) {
  if (x == 0) return y * costs_.insert;
  if (y == 0) return x * costs_.remove;
  const EditCost best =
      std::min(at(table, x - 1, y) + costs_.remove, at(table, x, y - 1) + costs_.insert);
  const auto i = static_cast<std::uint32_t>(table.f.begin + x - 1);
  const auto j = static_cast<std::uint32_t>(table.g.begin + y - 1);
  const std::size_t before_x = x - a_->sizes[i];
  const std::size_t before_y = y - b_->sizes[j];
  if (before_x == 0 && before_y == 0) {
    const EditCost rename = a_->labels[i] == b_->labels[j] ? 0 : costs_.rename;
    return std::min(best, at(table, x - 1, y - 1) + rename);
  }
  const EditCost before = at(table, before_x, before_y);
  if (before >= best) return best;
  return std::min(best, before + of_subtrees(table, i, j, best - before));
}

// A bound that is not below `useful` need not be exact.
EditCost ForestBound::of_subtrees(Table& table, std::uint32_t x, std::uint32_t y, EditCost useful) {
  const std::uint32_t a = id_of(*a_, x);
  const std::uint32_t b = id_of(*b_, y);
  if (a == b) return 0;
  const std::uint32_t p = a_->sizes[x];
  const std::uint32_t q = b_->sizes[y];
  if (size_bound(p, q, costs_) >= useful) return useful;
  const std::size_t edits = std::max<std::size_t>(1, labels_->edits(a, b, p, q));
  const EditCost least = edits_bound(edits, p, q, costs_);
  if (least >= useful || p == 1 || q == 1 || a_->labels[x] != b_->labels[y]) return least;

  if (p <= kSmall && q <= kSmall) {
    if (const EditCost* const known = small_.find(a, b)) return *known;
    // Without a limit, so that the cached bound does not depend on the caller.
    const EditCost bound = std::max(least, below(x, y, kTooFar, 0));
    small_.put(a, b, bound);
    return bound;
  }
  if (x != table.large.x || y != table.large.y || table.nested == 0) return least;
  if (!table.large.is_known) {
    table.large.bound = std::max(least, below(x, y, table.at_most, table.nested - 1));
    table.large.is_known = true;
  }
  return table.large.bound;
}

EditCost ForestBound::below(std::uint32_t x, std::uint32_t y, EditCost at_most, int nested) {
  return of_forests({a_->leftmost(x), x}, {b_->leftmost(y), y}, at_most, nested);
}

}  // namespace pagekin::ted
