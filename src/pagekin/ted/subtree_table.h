// Distances of subtrees that are known so far, by their shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pagekin::ted {

// Costs as one step sees them: elements of the tree that its path is in are removed,
// those of the other are inserted.
template <class Cell>
struct StepCosts {
  Cell remove;
  Cell insert;
  Cell rename;
};

constexpr std::uint32_t kNoTableRow = UINT32_MAX;

// Of all shapes of the second tree, and of those shapes of the first that later steps ask
// for: rows are by shape of the first tree.
template <class Cell>
class SubtreeTable {
 public:
  // `rows`: by shape of the first tree its row, or kNoTableRow.
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

// The table as a step sees it: a row for a shape of the tree that its path is in, by the
// shapes of the other.
template <class Cell>
class KnownDistances {
 public:
  KnownDistances(SubtreeTable<Cell>& table, std::vector<Cell>& buffer)
      : table_(table), buffer_(buffer) {}

  // `shapes` are those of the other tree that the step may ask for.
  void start(bool path_in_second, std::span<const std::uint32_t> shapes) {
    turned_ = path_in_second;
    shapes_ = shapes;
    buffer_.resize(turned_ ? table_.rows() : table_.columns());
  }

  // What is known of one shape. May be written to.
  Cell* open(std::uint32_t shape) {
    if (!turned_) return table_.has_row(shape) ? table_.row(shape) : buffer_.data();
    for (const std::uint32_t with : shapes_) buffer_[with] = table_.row(with)[shape];
    return buffer_.data();
  }

  // After writing.
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
