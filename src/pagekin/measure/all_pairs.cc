// Pairs are computed tile by tile: the features of a few pages stay in the cache while each
// is compared with a few others. A tile is one job. Every pair has its own place in the
// matrix, so tiles share nothing.
#include "pagekin/measure/all_pairs.h"

#include <algorithm>
#include <memory>

#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"

namespace pagekin::measure {
namespace {

constexpr std::size_t kTile = 32;  // pages on a side

struct Task {
  const Measure* measure;
  std::span<const Features> pages;
  SimilarityMatrix* matrix;
  Progress* progress;
};

class Tile final : public Job {
 public:
  Tile(const Task& task, std::size_t first_row, std::size_t first_column)
      : task_(&task), first_row_(first_row), first_column_(first_column) {}

  void work() override {
    check_stop();
    const std::size_t rows_end = std::min(first_row_ + kTile, task_->pages.size());
    for (std::size_t a = first_row_; a < rows_end; ++a) {
      const std::span<float> row = task_->matrix->row(a);
      const std::size_t columns_end = std::min(first_column_ + kTile, a);
      for (std::size_t b = first_column_; b < columns_end; ++b) {
        row[b] = static_cast<float>(task_->measure->similarity(task_->pages[b], task_->pages[a]));
        ++pairs_;
      }
    }
  }

  void finish() override {
    if (task_->progress == nullptr) return;
    task_->progress->done += pairs_;
    task_->progress->items += pairs_;
  }

 private:
  const Task* task_;
  std::size_t first_row_;
  std::size_t first_column_;
  std::uint64_t pairs_ = 0;
};

}  // namespace

SimilarityMatrix all_pairs(const Measure& measure, std::span<const Features> pages,
                           unsigned threads, Progress* progress) {
  SimilarityMatrix matrix(pages.size());
  const Task task{&measure, pages, &matrix, progress};
  if (progress != nullptr) progress->total += pages.size() * (pages.size() - 1) / 2;
  std::size_t row = 0;
  std::size_t column = 0;
  run_in_order(thread_count(threads), [&]() -> std::unique_ptr<Job> {
    if (column > row) {
      row += kTile;
      column = 0;
    }
    if (row >= pages.size()) return nullptr;
    auto tile = std::make_unique<Tile>(task, row, column);
    column += kTile;
    return tile;
  });
  return matrix;
}

}  // namespace pagekin::measure
