// The columns of tables of forest distances, on a stack.
//
// The first column of a forest stands for no elements, the others for its elements in postorder.
// An element so deep that its ancestors cannot all be inserted within the budget has no column:
// it is inserted together with its lowest ancestor that has one.
//
// Cost: O(columns) time, 24 or 32 bytes a column with cells of up to 32 or of 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/forest_range.h"

namespace pagekin::ted {

template <class Cell>
struct ForestColumn {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::uint32_t element = 0;
  std::uint32_t prefix = 0;     // elements of the forest up to and with it, in postorder
  std::uint32_t before = none;  // the column before its subtree
  std::uint32_t parent = none;  // the column of its parent, if that is in the forest
  std::uint32_t right = 0;      // elements of the forest right of it
  Cell weight = 0;              // the cost of inserting it
  Cell ancestors = 0;           // the cost of inserting its ancestors in the forest
};

template <class Cell>
class ForestColumns {
 public:
  using Column = ForestColumn<Cell>;

  // The nodes must outlive it.
  ForestColumns(const std::vector<ForestNode>& nodes, Cell insert)
      : nodes_(nodes), insert_(insert), column_after_(nodes.size() + 1) {}

  std::size_t size() const { return columns_.size(); }
  const Column* from(std::size_t begin) const { return columns_.data() + begin; }
  std::size_t bytes() const {
    return columns_.capacity() * sizeof(Column) +
           (column_after_.capacity() + open_.capacity()) * sizeof(std::uint32_t);
  }

  // Pushes the columns of a forest. Returns their number.
  std::uint32_t push(const ForestRange& g, Cell budget) {
    begin_ = columns_.size();
    const std::uint32_t end = g.element + g.size;
    const std::size_t deepest = insert_ > 0 ? static_cast<std::size_t>(budget / insert_) : SIZE_MAX;
    columns_.push_back({.right = g.size});
    column_after_[0] = 0;
    for (std::uint32_t element = g.element; element < end;) {
      const std::uint32_t size = nodes_[element].size;
      if (size > 1 && open_.size() < deepest) {
        open_.push_back(element++);
        continue;
      }
      append(g, element, size);
      element += size;
      while (!open_.empty() && open_.back() + nodes_[open_.back()].size == element) {
        const std::uint32_t parent = open_.back();
        open_.pop_back();
        append(g, parent, 1);
      }
    }
    return static_cast<std::uint32_t>(columns_.size() - begin_);
  }

  void pop(std::size_t begin) { columns_.resize(begin); }

 private:
  // Adds a column. Its ancestors are open; `inserted` elements are inserted together with it.
  void append(const ForestRange& g, std::uint32_t element, std::uint32_t inserted) {
    const ForestNode& y = nodes_[element];
    const std::uint32_t prefix = y.position - g.position + 1;
    const auto column = static_cast<std::uint32_t>(columns_.size() - begin_);
    const std::uint32_t before = column_after_[prefix - y.size];
    column_after_[prefix] = column;
    columns_.push_back({.element = element,
                        .prefix = prefix,
                        .before = before,
                        .right = g.element + g.size - element - y.size,
                        .weight = static_cast<Cell>(insert_ * inserted),
                        .ancestors = static_cast<Cell>(insert_ * open_.size())});
    // The column before a child is that of the child before it.
    for (std::uint32_t child = column - 1; child > before;) {
      columns_[begin_ + child].parent = column;
      child = columns_[begin_ + child].before;
    }
  }

  const std::vector<ForestNode>& nodes_;
  Cell insert_;
  std::vector<Column> columns_;
  // While a forest is pushed:
  std::size_t begin_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> column_after_;  // by the number of elements before, in postorder
};

}  // namespace pagekin::ted
