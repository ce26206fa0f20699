// The distances of subtrees that are known so far, by their shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pagekin::ted {

// The costs for one step: elements of the tree with the path are removed, elements of the other
// tree are inserted.
template <class Cell>
struct StepCosts {
  Cell remove;
  Cell insert;
  Cell rename;
};

constexpr std::uint32_t kNoTableRow = UINT32_MAX;

// The columns are all shapes of the second tree, the rows those shapes of the first tree that
// later steps need.
template <class Cell>
class SubtreeTable {
 public:
  // `rows` has the row of each shape of the first tree, or kNoTableRow.
  SubtreeTable(std::vector<std::uint32_t> rows, std::size_t row_count, std::size_t columns)
      : rows_(std::move(rows)), columns_(columns), cells_(row_count * columns) {}

  bool has_row(std::uint32_t a) const { return rows_[a] != kNoTableRow; }
  Cell* row(std::uint32_t a) { return cells_.data() + rows_[a] * columns_; }
  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_.size(); }

 private:
  std::vector<std::uint32_t> rows_;
  std::size_t columns_;
  std::vector<Cell> cells_;
};

// A view of the table for one step: the rows are the shapes of the tree with the path, the
// columns the shapes of the other tree.
template <class Cell>
class KnownDistances {
 public:
  KnownDistances(SubtreeTable<Cell>& table, std::vector<Cell>& buffer)
      : table_(table), buffer_(buffer) {}

  // `shapes` are the shapes of the other tree that the step may need.
  void start(bool path_in_second, std::span<const std::uint32_t> shapes) {
    turned_ = path_in_second;
    shapes_ = shapes;
    buffer_.resize(turned_ ? table_.rows() : table_.columns());
  }

  // Returns the row of a shape. The caller may write to it.
  Cell* open(std::uint32_t shape) {
    if (!turned_) return table_.has_row(shape) ? table_.row(shape) : buffer_.data();
    for (const std::uint32_t with : shapes_) buffer_[with] = table_.row(with)[shape];
    return buffer_.data();
  }

  // Call it after writing to the row.
  void close(std::uint32_t shape) {
    if (!turned_) return;
    for (const std::uint32_t with : shapes_) table_.row(with)[shape] = buffer_[with];
  }

 private:
  SubtreeTable<Cell>& table_;
  std::vector<Cell>& buffer_;
  std::span<const std::uint32_t> shapes_;
  bool turned_ = false;
};

}  // namespace pagekin::ted
