// The rows of a table of forest distances, of which only a few are needed at a time.
//
// Row i stands for the forest of the first i elements of a tree in postorder. The next element
// needs the row just before it and the row just before its subtree. The latter is needed again
// only if the element is a first child, by its parent. So rows are kept on a stack. The number
// of open rows is one more than the number of elements on a way down that are not first
// children.
//
// Cost: O(1) a row.
#pragma once

#include <cstddef>
#include <vector>

namespace pagekin::ted {

template <class Cell>
class ForestRows {
 public:
  // Starts with rows of `cells` cells. last() is then row 0, which the caller must fill.
  void start(std::size_t cells) {
    cells_ = cells;
    before_subtree_.clear();
    free_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) free_.push_back(i);
    made_ = take();
  }

  // Returns the row of the forest so far.
  Cell* last() { return rows_[made_].data(); }

  // Call it before the row of an element is made.
  void open(bool leaf) {
    if (leaf) before_subtree_.push_back(made_);
    above_ = made_;
    made_ = take();
  }
  const Cell* above() const { return rows_[above_].data(); }
  const Cell* before_subtree() const { return rows_[before_subtree_.back()].data(); }

  // Call it after the row is made. The parent of a first child needs the row before the subtree.
  void close(bool leaf, bool first_child) {
    if (!leaf) free_.push_back(above_);
    if (first_child) return;
    free_.push_back(before_subtree_.back());
    before_subtree_.pop_back();
  }

 private:
  std::size_t take() {
    if (free_.empty()) {
      free_.push_back(rows_.size());
      rows_.emplace_back();
    }
    const std::size_t row = free_.back();
    free_.pop_back();
    if (rows_[row].size() < cells_) rows_[row].resize(cells_);
    return row;
  }

  std::vector<std::vector<Cell>> rows_;
  std::vector<std::size_t> free_;
  std::vector<std::size_t> before_subtree_;
  std::size_t cells_ = 0;
  std::size_t above_ = 0;
  std::size_t made_ = 0;
};

}  // namespace pagekin::ted
