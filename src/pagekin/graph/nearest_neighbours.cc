// Each row is one job: the page is compared with all others, and the nearest ones so far
// decide how near the next one must be.
#include "pagekin/graph/nearest_neighbours.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/graph/page_classes.h"

namespace pagekin::graph {
namespace {

struct NearestSearch {
  const measure::Measure* measure;
  std::span<const features::Features> pages;
  const PageClasses* classes;
  std::uint64_t neighbours;
  std::vector<Edge> edges;  // a page and one of its nearest
  Progress* progress;
};

bool nearer(const Neighbour& x, const Neighbour& y) {
  return x.similarity != y.similarity ? x.similarity > y.similarity : x.page < y.page;
}

class Row final : public Job {
 public:
  Row(NearestSearch& search, std::uint32_t own) : search_(&search), own_(own) {}

  void work() override {
    const PageClasses& classes = *search_->classes;
    const std::uint64_t equals = classes.sizes[own_] - 1;
    if (equals >= search_->neighbours) threshold_ = 1;
    const features::Features& page = search_->pages[classes.standing[own_]];
    for (std::uint32_t other = 0; other < classes.sizes.size(); ++other) {
      if (other == own_) continue;
      check_stop();
      // A little less is asked for, because similarities are rounded before they are
      // compared.
      const auto similarity = static_cast<float>(search_->measure->similarity(
          page, search_->pages[classes.standing[other]], static_cast<double>(threshold_) - 1e-6));
      if (similarity <= 0 || similarity < threshold_) continue;
      nearest_.push_back({other, similarity});
      if (nearest_.size() >= 2 * kept_ + 64) drop_the_far();
    }
    drop_the_far();
  }

  void finish() override {
    for (const Neighbour& near : nearest_) {
      search_->edges.push_back(
          {std::min(own_, near.page), std::max(own_, near.page), near.similarity});
    }
    if (search_->progress == nullptr) return;
    search_->progress->done += search_->classes->sizes.size() - 1;
    search_->progress->items += search_->classes->sizes.size() - 1;
  }

 private:
  // Keeps the required number of neighbours, and those as near as the last of them.
  void drop_the_far() {
    std::ranges::sort(nearest_, nearer);
    std::uint64_t pages = search_->classes->sizes[own_] - 1;
    std::size_t keep = 0;
    for (; keep < nearest_.size(); ++keep) {
      const Neighbour& near = nearest_[keep];
      if (pages >= search_->neighbours && near.similarity < threshold_) break;
      pages += search_->classes->sizes[near.page];
      if (pages >= search_->neighbours) threshold_ = std::max(threshold_, near.similarity);
    }
    nearest_.resize(keep);
    kept_ = keep;
  }

  NearestSearch* search_;
  std::uint32_t own_;
  std::vector<Neighbour> nearest_;
  float threshold_ = 0;
  std::size_t kept_ = 0;
};

}  // namespace

SimilarPairs nearest_neighbours(const measure::Measure& measure,
                                std::span<const features::Features> pages,
                                const NearestOptions& options, Progress* progress) {
  const PageClasses classes = classes_of(*measure.verdicts(pages, 1, true), pages.size());
  const auto count = static_cast<std::uint32_t>(classes.sizes.size());
  NearestSearch search{.measure = &measure,
                       .pages = pages,
                       .classes = &classes,
                       .neighbours = static_cast<std::uint64_t>(options.neighbours),
                       .edges = {},
                       .progress = progress};
  if (progress != nullptr && count > 0) progress->total += std::uint64_t{count} * (count - 1);
  std::uint32_t row = 0;
  run_in_order(thread_count(options.threads), [&]() -> std::unique_ptr<Job> {
    return row < count ? std::make_unique<Row>(search, row++) : nullptr;
  });
  // A pair that is near from both ends was found twice.
  const auto ends = [](const Edge& edge) { return std::pair(edge.a, edge.b); };
  std::ranges::sort(search.edges, {}, ends);
  const auto same = [&](const Edge& x, const Edge& y) { return ends(x) == ends(y); };
  search.edges.erase(std::unique(search.edges.begin(), search.edges.end(), same),
                     search.edges.end());

  SimilarPairs near;
  near.graph = NeighbourGraph(count, search.edges);
  near.class_of = classes.class_of;
  near.class_sizes = classes.sizes;
  near.equal_pairs = classes.equal_pairs();
  return near;
}

}  // namespace pagekin::graph
