#include "pagekin/ted/inner_path.h"

#include <algorithm>

#include "pagekin/ted/relax_row.h"

namespace pagekin::ted {
namespace {

constexpr std::uint32_t kBlock =
    32;  // side of the blocks in which a table is transposed, for the processor cache

// Calls run(begin, end) for the columns after that of element r that stand for forests ending
// in r. Calls same(column) for the ancestors of r, which are in none of these forests: the
// forest of such a column is that of the column before.
template <class Run, class Same>
void for_columns(const InnerColumns& columns, std::uint32_t r, const Run& run, const Same& same) {
  std::uint32_t begin = columns.column[r] + 1;
  for (std::uint32_t up = columns.parent[r];; up = columns.parent[up]) {
    const bool top = up == columns.size();
    const std::uint32_t end = top ? columns.size() + 1 : columns.column[up];
    if (begin < end) run(begin, end);
    if (top) return;
    same(end);
    begin = end + 1;
  }
}

}  // namespace

// Document order from one side is the reverse of postorder from the other side.
void InnerColumns::make(const SidedTree& side, const SidedTree& opposite, std::uint32_t shape) {
  const std::uint32_t place = side.places[shape];
  const std::uint32_t first = side.leftmost(place);
  const std::uint32_t opposite_first = opposite.leftmost(opposite.places[shape]);
  const std::uint32_t count = side.sizes[place];
  column.resize(count);
  parent.assign(count, count);
  label.resize(count);
  columns.resize(count + 1);
  columns[0] = {0, shape};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t at = side.opposite[first + i] - opposite_first + 1;
    const std::uint32_t size = side.sizes[first + i];
    column[i] = at;
    label[i] = side.labels[first + i];
    columns[at] = {at - size, side.shapes[first + i]};
    std::uint32_t left = size - 1;
    for (std::uint32_t child = i - 1; left > 0; child -= side.sizes[first + child]) {
      parent[child] = i;
      left -= side.sizes[first + child];
    }
  }
}

template <class Cell>
void InnerPath<Cell>::follow(const PathTree& tree, const InnerColumns& left,
                             const InnerColumns& right, const StepCosts<Cell>& costs,
                             ForestRows<Cell>& rows, KnownDistances<Cell>& known) {
  built_ = 0;
  compare_with_nothing(left, costs);
  bool turned = false;  // the table is that of the mirrored trees
  for (std::size_t i = tree.path.size(); i-- > 0;) {
    const std::uint32_t at = tree.path[i];
    if (i + 1 < tree.path.size()) {
      const std::uint32_t child = tree.path[i + 1];
      const std::uint32_t mirrored = tree.left.opposite[at];
      const std::uint32_t mirrored_child = tree.left.opposite[child];
      // The order does not matter: first the end for which the table need not be transposed.
      for (const bool at_right : {turned, !turned}) {
        const std::uint32_t from = (at_right ? child : mirrored_child) + 1;
        const std::uint32_t to = at_right ? at : mirrored;
        if (from == to) continue;
        if (turned != at_right) turn(left.size());
        turned = at_right;
        add_hanging(at_right ? tree.left : tree.right, from, to, at_right ? right : left, costs,
                    rows, known);
      }
    }
    add_on_path(tree.left.shapes[at], tree.left.labels[at], turned ? right : left, costs, rows,
                known);
  }
}

template <class Cell>
void InnerPath<Cell>::compare_with_nothing(const InnerColumns& columns,
                                           const StepCosts<Cell>& costs) {
  const std::uint32_t size = columns.size();
  table_.resize(std::size_t{size} * size);
  below_.clear();
  counts_.resize(size + 1);
  for (std::uint32_t r = 0; r < size; ++r) {
    const std::uint32_t at = columns.column[r];
    Cell* row = table_.data() + std::size_t{r} * size;
    auto cost = static_cast<Cell>((at - columns.columns[at].before_subtree) * costs.insert);
    row[at - 1] = cost;
    for_columns(
        columns, r,
        [&](std::uint32_t begin, std::uint32_t end) {
          for (std::uint32_t l = begin; l < end; ++l) {
            row[l - 1] = cost = static_cast<Cell>(cost + costs.insert);
          }
        },
        [](std::uint32_t) {});
  }
}

template <class Cell>
void InnerPath<Cell>::turn(std::uint32_t size) {
  for (std::uint32_t i0 = 0; i0 < size; i0 += kBlock) {
    for (std::uint32_t j0 = 0; j0 <= i0; j0 += kBlock) {
      for (std::uint32_t i = i0; i < std::min(size, i0 + kBlock); ++i) {
        for (std::uint32_t j = j0; j < std::min(i, j0 + kBlock); ++j) {
          std::swap(table_[std::size_t{i} * size + j], table_[std::size_t{j} * size + i]);
        }
      }
    }
  }
}

// Copies the row of the forest so far from the table.
template <class Cell>
void InnerPath<Cell>::start_row(const InnerColumns& columns, std::uint32_t r,
                                ForestRows<Cell>& rows) {
  const std::uint32_t size = columns.size();
  const std::uint32_t at = columns.column[r];
  const Cell* from = table_.data() + std::size_t{r} * size;
  rows.start(size + 1);
  Cell* row = rows.last();
  std::copy(from + at - 1, from + size, row + at);
  for_columns(
      columns, r, [](std::uint32_t, std::uint32_t) {},
      [&](std::uint32_t l) { row[l] = row[l - 1]; });
}

template <class Cell>
void InnerPath<Cell>::finish_rows(const InnerColumns& columns, std::uint32_t r, const Cell* last) {
  const std::uint32_t size = columns.size();
  const std::uint32_t at = columns.column[r];
  std::copy(last + at, last + size + 1, table_.data() + std::size_t{r} * size + at - 1);
}

template <class Cell>
void InnerPath<Cell>::add_hanging(const SidedTree& tree, std::uint32_t begin, std::uint32_t end,
                                  const InnerColumns& columns, const StepCosts<Cell>& costs,
                                  ForestRows<Cell>& rows, KnownDistances<Cell>& known) {
  below_.resize(std::max<std::size_t>(below_.size(), end - begin + 1));
  for (std::uint32_t r = 0; r < columns.size(); ++r) {
    const std::uint32_t at = columns.column[r];
    const std::uint32_t shape = columns.columns[at].shape;
    const bool leaf_r = columns.is_leaf(r);
    const std::uint32_t children = columns.children_of_parent(r);
    start_row(columns, r, rows);

    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t size = tree.sizes[i];
      const std::uint32_t row = i - begin + 1;
      rows.open(size == 1);
      const Cell* above = rows.above();
      const Cell* before = rows.before_subtree();
      const Cell* distances = known.open(tree.shapes[i]);
      Cell* out = rows.last();
      const Cell below = leaf_r ? removed(built_ + row, costs) : below_[row];
      out[at] =
          static_cast<Cell>(std::min({above[at] + costs.remove, below + costs.insert,
                                      removed(built_ + row - size, costs) + distances[shape]}));
      for_columns(
          columns, r,
          [&](std::uint32_t from, std::uint32_t to) {
            for (std::uint32_t l = from; l < to; ++l) {
              const auto& column = columns.columns[l];
              out[l] = static_cast<Cell>(before[column.before_subtree] + distances[column.shape]);
            }
            relax_row(above + from, out + from, out + from, to - from, out[from - 1], costs.remove,
                      costs.insert);
          },
          [&](std::uint32_t l) { out[l] = out[l - 1]; });
      if (children != 0) below_[row] = out[children];
      rows.close(size == 1, tree.starts_path[i] == 0);
    }
    finish_rows(columns, r, rows.last());
  }
  built_ += end - begin;
}

// Adds the element on the path, so that the forest becomes a tree. For a forest of the other
// tree that begins with l, there are three ways: remove the root, insert l, or turn one into
// the other and insert the rest up to r.
template <class Cell>
void InnerPath<Cell>::add_on_path(std::uint32_t shape, std::uint32_t label,
                                  const InnerColumns& columns, const StepCosts<Cell>& costs,
                                  ForestRows<Cell>& rows, KnownDistances<Cell>& known) {
  below_.resize(std::max<std::size_t>(below_.size(), 2));
  Cell* distances = known.open(shape);
  for (std::uint32_t r = 0; r < columns.size(); ++r) {
    const std::uint32_t at = columns.column[r];
    const std::uint32_t children = columns.children_of_parent(r);
    if (columns.is_leaf(r)) {
      below_[0] = removed(built_, costs);
      below_[1] = removed(built_ + 1, costs);
    }
    start_row(columns, r, rows);
    rows.open(true);
    const Cell* above = rows.above();
    Cell* out = rows.last();
    const Cell rename = columns.label[r] == label ? Cell{0} : costs.rename;
    out[at] = static_cast<Cell>(
        std::min({above[at] + costs.remove, below_[1] + costs.insert, below_[0] + rename}));
    distances[columns.columns[at].shape] = out[at];
    counts_[at] = at - columns.columns[at].before_subtree;
    for_columns(
        columns, r,
        [&](std::uint32_t from, std::uint32_t to) {
          for (std::uint32_t l = from; l < to; ++l) {
            const auto& column = columns.columns[l];
            counts_[l] = counts_[l - 1] + 1;
            out[l] = static_cast<Cell>(distances[column.shape] +
                                       counts_[column.before_subtree] * costs.insert);
          }
          relax_row(above + from, out + from, out + from, to - from, out[from - 1], costs.remove,
                    costs.insert);
        },
        [&](std::uint32_t l) {
          counts_[l] = counts_[l - 1];
          out[l] = out[l - 1];
        });
    if (children != 0) {
      below_[0] = above[children];
      below_[1] = out[children];
    }
    rows.close(true, false);
    finish_rows(columns, r, rows.last());
  }
  known.close(shape);
  ++built_;
}

template class InnerPath<std::uint16_t>;
template class InnerPath<std::uint32_t>;
template class InnerPath<std::uint64_t>;

}  // namespace pagekin::ted
