// Pages are sorted by cluster, so that all pages of another cluster lie either before or after a
// page. Tiles of pairs are computed in parallel and added up in a fixed order: a strip of rows from
// left to right, then the next strip. A row meets the clusters before its page one after the other,
// and a column meets those after its page; so one running sum for each is enough: a cluster is
// complete when the next one begins.
#include "pagekin/eval/internal_quality.h"

#include <algorithm>
#include <memory>

#include "pagekin/core/pair_tiles.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"

namespace pagekin::eval {
namespace {

constexpr std::size_t kTile = 64;  // pages on a side

// The sums of one page over the other clusters, which come in order.
class PageSums {
 public:
  // Adds a page of another cluster, `of`.
  void add(std::uint32_t of, double similarity) {
    if (of != current_) {
      finish();
      current_ = of;
    }
    sum_ += similarity;
    ++count_;
  }
  // Ends the current cluster.
  void finish() {
    if (count_ > 0) {
      nearest_ = std::max(nearest_.value_or(0), sum_ / static_cast<double>(count_));
      outside_ += sum_;
    }
    sum_ = 0;
    count_ = 0;
  }
  void add_inside(double similarity) { inside_ += similarity; }

  double inside() const { return inside_; }    // with pages of the same cluster
  double outside() const { return outside_; }  // with all others
  std::optional<double> nearest() const { return nearest_; }

 private:
  std::uint32_t current_ = 0;
  double sum_ = 0;
  std::size_t count_ = 0;
  double inside_ = 0;
  double outside_ = 0;
  std::optional<double> nearest_;  // highest mean similarity with another cluster
};

struct Task {
  const Similarity* similarity;
  std::vector<std::size_t> pages;       // in the order of clusters
  std::vector<std::uint32_t> clusters;  // of these, numbered 0, 1, 2 ...
  std::vector<PageSums> rows;           // sums over the pages before
  std::vector<PageSums> columns;        // sums over the pages after
  Progress* progress;
};

// The pairs of the pages of a strip with pages before them.
class Tile final : public Job {
 public:
  Tile(Task& task, const PairTile& tile) : task_(&task), tile_(tile) {}

  void work() override {
    tile_.for_each_pair([&](std::size_t a, std::size_t b) {
      if (b == tile_.first_column) check_stop();  // once a row, because a pair may take long
      values_.push_back((*task_->similarity)(task_->pages[b], task_->pages[a]));
    });
  }

  void finish() override {
    auto value = values_.begin();
    tile_.for_each_pair([&](std::size_t a, std::size_t b) {
      if (task_->clusters[a] == task_->clusters[b]) {
        task_->rows[a].add_inside(*value);
        task_->columns[b].add_inside(*value);
      } else {
        task_->rows[a].add(task_->clusters[b], *value);
        task_->columns[b].add(task_->clusters[a], *value);
      }
      ++value;
    });
    if (task_->progress == nullptr) return;
    task_->progress->done += values_.size();
    task_->progress->items += values_.size();
  }

 private:
  Task* task_;
  PairTile tile_;
  std::vector<double> values_;
};

void add_up_pairs(Task& task, unsigned threads) {
  const std::size_t count = task.pages.size();
  if (task.progress != nullptr && count > 0) task.progress->total += count * (count - 1) / 2;
  run_pair_tiles(count, kTile, thread_count(threads),
                 [&](const PairTile& tile) { return std::make_unique<Tile>(task, tile); });
  for (PageSums& sums : task.rows) sums.finish();
  for (PageSums& sums : task.columns) sums.finish();
}

double real(std::uint64_t count) { return static_cast<double>(count); }

std::optional<double> ratio(double sum, double count) {
  if (count == 0) return std::nullopt;
  return sum / count;
}

double silhouette_of(double inside, double nearest) {
  const double a = 1 - inside;
  const double b = 1 - nearest;
  const double larger = std::max(a, b);
  return larger > 0 ? (b - a) / larger : 0;
}

// Sums over the pages of a cluster, or over all pages.
struct Totals {
  std::uint64_t pages = 0;
  double silhouettes = 0;
  double inside = 0;  // counts each pair twice
  double outside = 0;
  double inside_pairs = 0;  // counts each pair twice
  double outside_pairs = 0;

  void add(const Totals& other) {
    pages += other.pages;
    silhouettes += other.silhouettes;
    inside += other.inside;
    outside += other.outside;
    inside_pairs += other.inside_pairs;
    outside_pairs += other.outside_pairs;
  }
  std::optional<double> cohesion() const { return ratio(inside, inside_pairs); }
  std::optional<double> separation() const {
    const auto mean = ratio(outside, outside_pairs);
    return mean ? std::optional(1 - *mean) : std::nullopt;
  }
  std::optional<double> silhouette(bool has_others) const {
    return has_others ? ratio(silhouettes, real(pages)) : std::nullopt;
  }
};

Totals totals_of(const Task& task, std::size_t begin, std::size_t end) {
  const std::uint64_t size = end - begin;
  Totals totals{.pages = size,
                .inside_pairs = real(size) * real(size - 1),
                .outside_pairs = real(size) * real(task.pages.size() - size)};
  for (std::size_t i = begin; i < end; ++i) {
    const double inside = task.rows[i].inside() + task.columns[i].inside();
    totals.inside += inside;
    totals.outside += task.rows[i].outside() + task.columns[i].outside();
    const auto nearest = std::max(task.rows[i].nearest(), task.columns[i].nearest());
    if (size > 1 && nearest) {
      totals.silhouettes += silhouette_of(inside / real(size - 1), *nearest);
    }
  }
  return totals;
}

}  // namespace

InternalQuality internal_quality(std::span<const int> clusters, const Similarity& similarity,
                                 unsigned threads, Progress* progress) {
  Task task{.similarity = &similarity, .progress = progress};
  for (std::size_t page = 0; page < clusters.size(); ++page) {
    if (clusters[page] >= 0) task.pages.push_back(page);
  }
  InternalQuality quality{.pages = task.pages.size(),
                          .left_out = clusters.size() - task.pages.size()};
  std::ranges::stable_sort(task.pages, {}, [&](std::size_t page) { return clusters[page]; });
  std::vector<std::size_t> begins;  // of clusters
  for (std::size_t i = 0; i < task.pages.size(); ++i) {
    if (i == 0 || clusters[task.pages[i]] != clusters[task.pages[i - 1]]) begins.push_back(i);
    task.clusters.push_back(static_cast<std::uint32_t>(begins.size() - 1));
  }
  task.rows.resize(task.pages.size());
  task.columns.resize(task.pages.size());
  add_up_pairs(task, threads);

  const bool has_others = begins.size() > 1;
  Totals all;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : task.pages.size();
    const Totals totals = totals_of(task, begins[i], end);
    all.add(totals);
    quality.clusters.push_back({.cluster = clusters[task.pages[begins[i]]],
                                .pages = totals.pages,
                                .silhouette = totals.silhouette(has_others),
                                .cohesion = totals.cohesion(),
                                .separation = totals.separation()});
  }
  quality.silhouette = all.silhouette(has_others);
  quality.cohesion = all.cohesion();
  quality.separation = all.separation();
  return quality;
}

}  // namespace pagekin::eval
