// Pairs are computed tile by tile: the features of a few pages stay in the cache while each
// is compared with a few others. A tile is one job. Every pair has its own place in the
// matrix, so tiles share nothing.
#include "pagekin/measure/all_pairs.h"

#include <memory>

#include "pagekin/core/pair_tiles.h"
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
  Tile(const Task& task, const PairTile& tile) : task_(&task), tile_(tile) {}

  void work() override {
    tile_.for_each_pair([&](std::size_t a, std::size_t b) {
      if (b == tile_.first_column) check_stop();  // a row of edit distances may take a second
      task_->matrix->row(a)[b] =
          static_cast<float>(task_->measure->similarity(task_->pages[b], task_->pages[a]));
      ++pairs_;
    });
  }

  void finish() override {
    if (task_->progress == nullptr) return;
    task_->progress->done += pairs_;
    task_->progress->items += pairs_;
  }

 private:
  const Task* task_;
  PairTile tile_;
  std::uint64_t pairs_ = 0;
};

}  // namespace

SimilarityMatrix all_pairs(const Measure& measure, std::span<const Features> pages,
                           unsigned threads, Progress* progress) {
  SimilarityMatrix matrix(pages.size());
  const Task task{&measure, pages, &matrix, progress};
  if (progress != nullptr) progress->total += pages.size() * (pages.size() - 1) / 2;
  run_pair_tiles(pages.size(), kTile, thread_count(threads),
                 [&](const PairTile& tile) { return std::make_unique<Tile>(task, tile); });
  return matrix;
}

}  // namespace pagekin::measure
