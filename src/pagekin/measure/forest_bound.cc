#include "pagekin/measure/forest_bound.h"

#include <algorithm>
#include <limits>

#include "pagekin/measure/tree_edit_bounds.h"

namespace pagekin::measure {
namespace {

constexpr EditCost kNever = std::numeric_limits<EditCost>::max() / 4;
constexpr std::size_t kMostCells = std::size_t{1} << 14;
constexpr std::uint32_t kSmall = 64;  // elements
constexpr int kMostNested = 16;       // large subtrees within each other
constexpr std::size_t kPairsKept = std::size_t{1} << 16;

std::uint32_t id_of(const EditTree& tree, std::uint32_t position) {
  return tree.ids[tree.shapes[position]];
}

// The roots of a forest from last to first.
void list_roots(const EditTree& tree, std::uint32_t begin, std::uint32_t end,
                std::vector<std::uint32_t>& roots) {
  roots.clear();
  for (; end > begin; end -= tree.sizes[end - 1]) roots.push_back(end - 1);
}

}  // namespace

SubtreeLabels::SubtreeLabels(const Subtrees& subtrees, std::span<const std::uint8_t> bin_of)
    : bins_(subtrees.count()) {
  const auto add = [](std::uint8_t& bin, unsigned more) {
    bin = static_cast<std::uint8_t>(std::min(255U, bin + more));
  };
  for (std::uint32_t id = 0; id < subtrees.count(); ++id) {
    add(bins_[id][std::min<std::size_t>(bin_of[subtrees.label(id)], kBins - 1)], 1);
    for (const std::uint32_t child : subtrees.children_backwards(id)) {
      for (std::size_t bin = 0; bin < kBins; ++bin) add(bins_[id][bin], bins_[child][bin]);
    }
  }
}

std::size_t SubtreeLabels::edits(std::uint32_t a, std::uint32_t b, std::size_t size_a,
                                 std::size_t size_b) const {
  const auto& x = bins_[a];
  const auto& y = bins_[b];
  std::uint32_t apart = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    apart += static_cast<std::uint32_t>(std::max(x[bin], y[bin]) - std::min(x[bin], y[bin]));
  }
  return (apart + (size_a < size_b ? size_b - size_a : size_a - size_b) + 1) / 2;
}

ForestBound::ForestBound(const SubtreeLabels& labels, const EditCosts& costs)
    : labels_(&labels), costs_(costs) {
  small_.start(kPairsKept / 8);  // it takes eight times as many places as it is told
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

EditCost ForestBound::of_forests(Forest f, Forest g, EditCost at_most, int nested) {
  take_off(f, g);
  const std::size_t rows = f.size();
  const std::size_t columns = g.size();
  const EditCost least = size_bound(rows, columns, costs_);
  if (rows == 0 || columns == 0 || least > at_most) return least;

  // With x - y far from 0 and from what it is at the end, x - y elements are removed, or
  // inserted, that must come back.
  const auto difference = static_cast<std::int64_t>(rows) - static_cast<std::int64_t>(columns);
  const auto extra = static_cast<std::int64_t>(
      std::min<EditCost>((at_most - least) / (costs_.remove + costs_.insert),
                         std::numeric_limits<std::int32_t>::max()));
  const Table table{.begin = cells_.size(),
                    .fewest = std::max(std::min<std::int64_t>(0, difference) - extra,
                                       -static_cast<std::int64_t>(columns)),
                    .most = std::min(std::max<std::int64_t>(0, difference) + extra,
                                     static_cast<std::int64_t>(rows))};
  if (table.width() > kMostCells / (std::max(rows, columns) + 1)) return least;
  cells_.resize(table.begin + (rows + 1) * table.width());

  const auto large_root = [](const EditTree& tree, const Forest& forest) {
    std::uint32_t end = forest.end;
    while (end > forest.begin && 2 * tree.sizes[end - 1] <= forest.size())
      end -= tree.sizes[end - 1];
    return end > forest.begin ? end - 1 : std::numeric_limits<std::uint32_t>::max();
  };
  Pair large{large_root(*a_, f), large_root(*b_, g)};

  const auto first_column = [&](std::size_t x) {
    return static_cast<std::size_t>(
        std::max<std::int64_t>(0, static_cast<std::int64_t>(x) - table.most));
  };
  const auto columns_end = [&](std::size_t x) {
    return std::min(columns,
                    static_cast<std::size_t>(static_cast<std::int64_t>(x) - table.fewest)) +
           1;
  };
  for (std::size_t x = 0; x <= rows; ++x) {
    const std::size_t first = first_column(x);
    const std::size_t end = columns_end(x);
    const std::size_t above_end = x == 0 ? 0 : columns_end(x - 1);
    EditCost left = kNever;
    for (std::size_t y = first; y < end; ++y) {
      EditCost best = left + costs_.insert;
      if (x == 0) {
        best = y * costs_.insert;
      } else {
        // The cell above the first of a row is in the table only where that is column 0.
        if (y < above_end && y >= first_column(x - 1)) {
          best = std::min(best, cell(table, x - 1, y) + costs_.remove);
        }
        if (y > 0) {
          const auto i = static_cast<std::uint32_t>(f.begin + x - 1);
          const auto j = static_cast<std::uint32_t>(g.begin + y - 1);
          const std::size_t before_x = x - a_->sizes[i];
          const std::size_t before_y = y - b_->sizes[j];
          if (before_x == 0 && before_y == 0) {
            const EditCost rename = a_->labels[i] == b_->labels[j] ? 0 : costs_.rename;
            best = std::min(best, cell(table, x - 1, y - 1) + rename);
          } else if (before_y >= first_column(before_x) && before_y < columns_end(before_x)) {
            const EditCost before = cell(table, before_x, before_y);
            if (before < best) {
              Pair* const pair = i == large.x && j == large.y ? &large : nullptr;
              best =
                  std::min(best, before + of_subtrees(i, j, best - before, pair, at_most, nested));
            }
          }
        }
      }
      cell(table, x, y) = best;
      left = best;
    }
  }
  const EditCost bound = cell(table, rows, columns);
  cells_.resize(table.begin);
  return bound;
}

// What is not below `useful` need not be exact.
EditCost ForestBound::of_subtrees(std::uint32_t x, std::uint32_t y, EditCost useful, Pair* large,
                                  EditCost at_most, int nested) {
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
    const EditCost bound = std::max(least, below(x, y, kNever, 0));
    small_.put(a, b, bound);
    return bound;
  }
  if (large == nullptr || nested == 0) return least;
  if (!large->is_known) {
    large->bound = std::max(least, below(x, y, at_most, nested - 1));
    large->is_known = true;
  }
  return large->bound;
}

EditCost ForestBound::below(std::uint32_t x, std::uint32_t y, EditCost at_most, int nested) {
  return of_forests({a_->leftmost(x), x}, {b_->leftmost(y), y}, at_most, nested);
}

}  // namespace pagekin::measure
