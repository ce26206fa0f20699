// String edit distances of all pairs of suffixes of two forests in document order, in a band:
// lower bounds of what is left to do when the prefixes are done.
//
// Tables are on a stack. Row r of a table has the distances of the last r elements of the first
// forest and the last r - most to r - fewest elements of the second.
//
// Cost: time and memory rows times width of the band, vectorised.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/forest_range.h"
#include "pagekin/ted/relax_row.h"

namespace pagekin::ted {

template <class Cell>
class EndDistances {
 public:
  EndDistances(const EditTree& a, const EditTree& b, const EditCosts& costs)
      : a_(a.size()),
        b_(b.size()),
        remove_(static_cast<Cell>(costs.remove)),
        insert_(static_cast<Cell>(costs.insert)),
        rename_(static_cast<Cell>(costs.rename)) {
    // Labels get new numbers of the size of a cell, which makes comparing vectors faster.
    std::uint32_t labels = 0;
    for (const EditTree* tree : {&a, &b}) {
      for (const std::uint32_t label : tree->labels) labels = std::max(labels, label + 1);
    }
    std::vector<Cell> numbers(labels);  // 0: none yet
    Cell last = 0;
    const auto number = [&](std::uint32_t label) {
      if (numbers[label] == 0) numbers[label] = ++last;
      return numbers[label];
    };
    std::transform(a.preorder_labels.rbegin(), a.preorder_labels.rend(), a_.begin(), number);
    std::transform(b.preorder_labels.rbegin(), b.preorder_labels.rend(), b_.begin(), number);
  }

  struct Table {
    std::size_t begin = 0;
    std::size_t width = 0;
    std::int64_t most = 0;  // of the band
  };

  static std::size_t cells(const ForestRange& f, const SurplusBand& band) {
    return (band.width() + 1) * (f.size + std::size_t{1});
  }
  std::size_t size() const { return end_; }
  std::size_t bytes() const {
    return (cells_.capacity() + match_.capacity() + a_.size() + b_.size()) * sizeof(Cell);
  }

  Table push(const ForestRange& f, const ForestRange& g, const SurplusBand& band) {
    const Table table{end_, band.width(), band.most};
    end_ += cells(f, band);
    if (cells_.size() < end_) cells_.resize(end_);
    if (match_.size() < table.width) match_.resize(table.width);
    const Cell* const labels_a = a_.data() + (a_.size() - f.element - f.size);
    const Cell* const labels_b = b_.data() + (b_.size() - g.element - g.size);
    Cell* row = cells_.data() + table.begin;
    for (std::int64_t r = 0; r <= f.size; ++r, row += table.width + 1) {
      row[table.width] = kFar<Cell>;  // the next row reads it to the right of the band
      const std::int64_t begin = std::max<std::int64_t>(0, r - band.most);
      const std::int64_t end = std::min<std::int64_t>(g.size, r - band.fewest) + 1;
      if (begin >= end) continue;
      const std::int64_t first = begin - (r - band.most);
      if (r > 0) {
        fill(row - (table.width + 1) + first, labels_a[r - 1], labels_b + begin, begin == 0,
             static_cast<std::size_t>(end - begin), row + first);
        continue;
      }
      for (std::int64_t c = begin; c < end; ++c) {
        row[first + c - begin] = static_cast<Cell>(insert_ * static_cast<EditCost>(c));
      }
    }
    return table;
  }

  void pop(const Table& table) { end_ = table.begin; }

  // The distances of the last `right` elements of the first forest and any number of the second;
  // kFar outside the band. Valid until the next push().
  class Row {
   public:
    Row(const Cell* cells, std::size_t width, std::int64_t shift)
        : cells_(cells), width_(width), shift_(shift) {}
    Cell operator[](std::uint32_t right) const {
      const auto at = static_cast<std::size_t>(right + shift_);  // huge if negative
      return at < width_ ? cells_[at] : kFar<Cell>;
    }

   private:
    const Cell* cells_;
    std::size_t width_;
    std::int64_t shift_;
  };

  Row row(const Table& table, std::uint32_t right) const {
    return {cells_.data() + table.begin + (table.width + 1) * right, table.width,
            table.most - static_cast<std::int64_t>(right)};
  }

 private:
  // Fills a row. `diagonal` is the cell above and to the left of the first cell; with `at_edge`
  // there is no such cell. labels[-1] is the label of the first column.
  void fill(const Cell* diagonal, Cell label, const Cell* labels, bool at_edge, std::size_t count,
            Cell* out) {
    Cell* const match = match_.data();
    const Cell rename = rename_;
    if (at_edge) match[0] = kFar<Cell>;
    for (std::size_t j = at_edge ? 1 : 0; j < count; ++j) {
      const Cell other = labels[static_cast<std::ptrdiff_t>(j) - 1];
      match[j] = static_cast<Cell>(diagonal[j] + (other == label ? Cell{0} : rename));
    }
    relax_row<Cell>(diagonal + 1, match, out, count, kFar<Cell>, remove_, insert_);
  }

  std::vector<Cell> a_;  // labels, from the end of the document
  std::vector<Cell> b_;
  Cell remove_;
  Cell insert_;
  Cell rename_;
  std::vector<Cell> cells_;
  std::size_t end_ = 0;
  std::vector<Cell> match_;
};

}  // namespace pagekin::ted
