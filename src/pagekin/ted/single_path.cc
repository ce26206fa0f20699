#include "pagekin/ted/single_path.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/inner_path.h"
#include "pagekin/ted/relax_row.h"
#include "pagekin/ted/side_path.h"

namespace pagekin::ted {
namespace {

constexpr std::uint64_t kMoreRows =
    2;  // beside the open ones: the row above and the row being made

// The rows of the table of subtree distances. If the last step of a plan has its path in the
// second tree, the plan is carried out with the trees exchanged: shapes that occur only on this
// path need no rows. So two chains need no table at all.
struct TableRows {
  std::vector<std::uint32_t> row;  // by shape, or kNoTableRow
  std::size_t count = 0;
};

TableRows all_rows(const EditTree& tree) {
  TableRows rows;
  for (std::uint32_t shape = 0; shape < tree.shape_count(); ++shape) rows.row.push_back(shape);
  rows.count = tree.shape_count();
  return rows;
}

TableRows rows_off_path(const EditTree& tree, PathChoice choice) {
  PathFinder finder(tree);
  std::vector<bool> on_path(tree.size());
  for (const std::uint32_t at : finder.find(tree.shapes[tree.root()], choice).path) {
    on_path[at] = true;
  }
  TableRows rows;
  rows.row.assign(tree.shape_count(), kNoTableRow);
  for (std::uint32_t at = 0; at < tree.size(); ++at) {
    std::uint32_t& row = rows.row[tree.shapes[at]];
    if (on_path[at] || row != kNoTableRow) continue;
    row = static_cast<std::uint32_t>(rows.count++);
  }
  return rows;
}

// The columns of the last subtree that was asked for.
template <class Columns>
struct LastColumns {
  std::uint32_t shape = kNoNumber;
  Columns columns;

  template <class... Sides>
  const Columns& get(std::uint32_t wanted, const Sides&... sides) {
    if (shape != wanted) columns.make(sides..., wanted);
    shape = wanted;
    return columns;
  }
};

template <class Cell>
class Run {
 public:
  // With `exchanged`, the first tree of plan and pair is the second tree of the table.
  Run(const SidedPair& pair, const EditCosts& costs, bool exchanged, TableRows rows)
      : pair_(pair),
        costs_(costs),
        exchanged_(exchanged),
        paths_a_(pair.a),
        paths_b_(pair.b),
        table_(std::move(rows.row), rows.count, pair.of(!exchanged).shape_count()),
        known_(table_, buffer_) {}

  void take_all(const EditPlan& plan) {
    for (const EditStep& step : plan.steps) take(step);
  }

  // Returns the distance after the last step. Its path is in the tree of the rows of the table.
  EditCost result(const EditStep& last) {
    return known_.open(exchanged_ ? last.b : last.a)[exchanged_ ? last.a : last.b];
  }

  SubtreeTable<Cell>& table() { return table_; }

 private:
  void take(const EditStep& step) {
    const bool second = step.path.in_second;
    const std::uint32_t shape = second ? step.b : step.a;
    const std::uint32_t with = second ? step.a : step.b;
    const PathKind kind = step.path.kind;
    StepCosts<Cell> costs{
        static_cast<Cell>(costs_.remove), static_cast<Cell>(costs_.insert),
        static_cast<Cell>(std::min(costs_.rename, costs_.remove + costs_.insert))};
    if (second) std::swap(costs.remove, costs.insert);

    if (kind != PathKind::kInner) {
      auto& recent = sides_[2 * (second ? 1 : 0) + (kind == PathKind::kRight ? 1 : 0)];
      const SideColumns& columns = recent.get(with, pair_.side(kind, !second));
      known_.start(second != exchanged_, columns.shapes);
      follow_side(pair_.side(kind, second), shape, columns, costs, rows_, known_);
      return;
    }
    const SidedTree& left = pair_.left(!second);
    const SidedTree& right = pair_.right(!second);
    const InnerColumns& from_left = inner_[second ? 1 : 0].get(with, left, right);
    const InnerColumns& from_right = inner_[second ? 3 : 2].get(with, right, left);
    shapes_.assign(left.shapes.begin() + left.leftmost(left.places[with]),
                   left.shapes.begin() + left.places[with] + 1);
    std::ranges::sort(shapes_);
    shapes_.erase(std::unique(shapes_.begin(), shapes_.end()), shapes_.end());
    known_.start(second != exchanged_, shapes_);
    const PathParts& parts =
        second ? paths_b_.find(shape, step.path) : paths_a_.find(shape, step.path);
    inner_path_.follow({pair_.left(second), pair_.right(second), parts.path}, from_left, from_right,
                       costs, rows_, known_);
  }

  const SidedPair& pair_;
  EditCosts costs_;
  bool exchanged_;
  PathFinder paths_a_;
  PathFinder paths_b_;
  SubtreeTable<Cell> table_;
  std::vector<Cell> buffer_;
  KnownDistances<Cell> known_;
  ForestRows<Cell> rows_;
  InnerPath<Cell> inner_path_;
  LastColumns<SideColumns> sides_[4];
  LastColumns<InnerColumns> inner_[4];
  std::vector<std::uint32_t> shapes_;
};

// Returns the cost of removing and inserting all. No distance of trees or forests is larger.
EditCost largest_distance(const SidedPair& pair, const EditCosts& costs) {
  EditCost removing = 0;
  EditCost inserting = 0;
  EditCost both = 0;
  if (__builtin_mul_overflow(EditCost{pair.a.size()}, costs.remove, &removing) ||
      __builtin_mul_overflow(EditCost{pair.b.size()}, costs.insert, &inserting) ||
      __builtin_add_overflow(removing, inserting, &both) || both >= kFar<EditCost>) {
    throw Error("costs of tree edit distance are too large for trees of this size");
  }
  return both;
}

// Calls function(Cell{}) with the smallest type of cells that holds all distances.
template <class Function>
auto with_cells(EditCost largest, const Function& function) {
  if (largest < kFar<std::uint16_t>) return function(std::uint16_t{});
  if (largest < kFar<std::uint32_t>) return function(std::uint32_t{});
  return function(std::uint64_t{});
}

TableRows rows_for(const EditPlan& plan, const SidedPair& pair) {
  const PathChoice last = plan.steps.back().path;
  return rows_off_path(pair.of(last.in_second), last);
}

}  // namespace

EditCost carry_out(const EditPlan& plan, const SidedPair& pair, const EditCosts& costs) {
  return with_cells(largest_distance(pair, costs), [&](auto cell) {
    const bool exchanged = plan.steps.back().path.in_second;
    Run<decltype(cell)> run(pair, costs, exchanged, rows_for(plan, pair));
    run.take_all(plan);
    return run.result(plan.steps.back());
  });
}

std::uint64_t bytes_to_carry_out(const EditPlan& plan, const SidedPair& pair,
                                 const EditCosts& costs) {
  const bool exchanged = plan.steps.back().path.in_second;
  const std::uint64_t table = rows_for(plan, pair).count * pair.of(!exchanged).shape_count();
  std::uint64_t cells = 0;    // of the largest step
  std::uint64_t columns = 0;  // in memory: for each tree and side those of the last subtree
  for (const EditStep& step : plan.steps) {
    const bool second = step.path.in_second;
    const std::uint32_t shape = second ? step.b : step.a;
    const std::uint32_t with = second ? step.a : step.b;
    if (step.path.kind != PathKind::kInner) {
      const std::uint64_t across = pair.side(step.path.kind, !second).columns[with];
      const std::uint64_t rows = pair.side(step.path.kind, second).open_rows[shape];
      cells = std::max(cells, (rows + kMoreRows) * across);
      columns = std::max(columns, across);
    } else {
      const std::uint64_t across = pair.left(!second).size_of(with) + 1;
      const std::uint64_t rows =
          std::max(pair.left(second).open_rows[shape], pair.right(second).open_rows[shape]);
      cells = std::max(cells, (across + rows + kMoreRows) * across);
      columns = std::max(columns, 3 * across);
    }
  }
  const auto cell_size = with_cells(largest_distance(pair, costs),
                                    [](auto cell) { return std::uint64_t{sizeof cell}; });
  return (table + cells) * cell_size + 4 * columns * sizeof(SideColumns::Column) +
         plan.steps.size() * sizeof(EditStep);
}

std::vector<EditCost> all_subtree_distances(const EditPlan& plan, const SidedPair& pair,
                                            const EditCosts& costs) {
  return with_cells(largest_distance(pair, costs), [&](auto cell) {
    using Cell = decltype(cell);
    Run<Cell> run(pair, costs, false, all_rows(pair.a));
    run.take_all(plan);
    std::vector<EditCost> distances;
    distances.reserve(pair.a.shape_count() * pair.b.shape_count());
    for (std::uint32_t a = 0; a < pair.a.shape_count(); ++a) {
      const Cell* row = run.table().row(a);
      distances.insert(distances.end(), row, row + pair.b.shape_count());
    }
    return distances;
  });
}

}  // namespace pagekin::ted
