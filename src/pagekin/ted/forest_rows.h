// The rows of a table of forest distances, of which few are needed at a time.
//
// Row i stands for the forest of the first i elements of a tree in postorder. The next
// element needs the row just before it, and the row just before its subtree. The latter
// is needed again only where the element is a first child, by its parent: so rows can be
// kept on a stack, and as many are open as there are elements that are not first children
// on a way down, plus one.
//
// Cost: O(1) a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pagekin::ted {

template <class Cell>
class ForestRows {
 public:
  // With rows of so many cells, and row 0, which is yet to be filled, as the last one.
  void start(std::size_t cells) {
    cells_ = cells;
    before_subtree_.clear();
    free_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) free_.push_back(i);
    made_ = take();
  }

  // The row of the forest so far.
  Cell* last() { return rows_[made_].data(); }

  // Before an element's row is made.
  void open(bool leaf) {
    if (leaf) before_subtree_.push_back(made_);
    above_ = made_;
    made_ = take();
  }
  const Cell* above() const { return rows_[above_].data(); }
  const Cell* before_subtree() const { return rows_[before_subtree_.back()].data(); }

  // After it, and whether its parent needs the row before the subtree, too.
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
