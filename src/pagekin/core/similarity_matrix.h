// The similarity of every pair of pages.
//
// Symmetric with ones on the diagonal, so the half below the diagonal is kept: row by
// row, row i holding the pages before i. Memory: 2 n (n - 1) bytes, 2 MB for 1,000
// pages, 200 MB for 10,000.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pagekin {

class SimilarityMatrix {
 public:
  explicit SimilarityMatrix(std::size_t pages) : pages_(pages), values_(start_of(pages)) {}

  std::size_t pages() const { return pages_; }

  // In [0, 1].
  float operator()(std::size_t a, std::size_t b) const {
    if (a == b) return 1;
    return a > b ? values_[start_of(a) + b] : values_[start_of(b) + a];
  }

  // Page `a` with each page before it, to be filled.
  std::span<float> row(std::size_t a) { return {values_.data() + start_of(a), a}; }

 private:
  static std::size_t start_of(std::size_t row) { return row == 0 ? 0 : row * (row - 1) / 2; }

  std::size_t pages_;
  std::vector<float> values_;
};

}  // namespace pagekin
