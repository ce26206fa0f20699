// Pairs go through tile by tile: few pages stay in the cache while each meets few others.
// A tile is one job with counts and edges of its own, added up in order.
#include "pagekin/graph/threshold_join.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/interrupt.h"
#include "pagekin/core/parallel.h"
#include "pagekin/graph/page_classes.h"
#include "pagekin/measure/verdicts.h"

namespace pagekin::graph {
namespace {

constexpr std::size_t kTile = 32;  // classes on a side

struct Entry {
  double weight = 0;
  PageId page = 0;           // that stands for the class
  std::uint32_t number = 0;  // of the class
  std::size_t end = 0;       // of the later entries within reach
};

struct Join {
  const measure::Verdicts* verdicts;
  std::vector<Entry> entries;  // by weight, then by number
  std::vector<StageCount> stages;
  std::vector<Edge> edges;
  std::uint64_t most_edges;
  double at_least;
  Progress* progress;
};

class Tile final : public Job {
 public:
  Tile(Join& join, std::size_t first_row, std::size_t first_column)
      : join_(&join), first_row_(first_row), first_column_(first_column) {}

  void work() override {
    const std::vector<Entry>& entries = join_->entries;
    counts_.resize(join_->stages.size());
    const std::size_t rows_end = std::min(first_row_ + kTile, entries.size());
    for (std::size_t row = first_row_; row < rows_end; ++row) {
      check_interrupt();
      const Entry& a = entries[row];
      const std::size_t end = std::min(first_column_ + kTile, a.end);
      for (std::size_t column = std::max(first_column_, row + 1); column < end; ++column) {
        decide(a, entries[column]);
        ++pairs_;
      }
    }
  }

  void finish() override {
    for (std::size_t stage = 0; stage < counts_.size(); ++stage) {
      join_->stages[stage].rejected += counts_[stage].rejected;
      join_->stages[stage].accepted += counts_[stage].accepted;
    }
    std::vector<Edge>& all = join_->edges;
    if (all.size() + edges_.size() > join_->most_edges) {
      throw Error(fmt::format(
          "expected at most {} pairs of different pages with a similarity of at least {}, found "
          "more; ask for a larger similarity or give fewer pages",
          join_->most_edges, join_->at_least));
    }
    all.insert(all.end(), edges_.begin(), edges_.end());
    if (join_->progress == nullptr) return;
    join_->progress->done += pairs_;
    join_->progress->items += pairs_;
  }

 private:
  struct Count {
    std::uint64_t rejected = 0;
    std::uint64_t accepted = 0;
  };

  void decide(const Entry& a, const Entry& b) {
    const measure::Verdict verdict = join_->verdicts->decide(a.page, b.page);
    Count& count = counts_[verdict.stage];
    if (!verdict.similar) {
      ++count.rejected;
      return;
    }
    ++count.accepted;
    edges_.push_back({std::min(a.number, b.number), std::max(a.number, b.number),
                      static_cast<float>(verdict.similarity)});
  }

  Join* join_;
  std::size_t first_row_;
  std::size_t first_column_;
  std::vector<Count> counts_;
  std::vector<Edge> edges_;
  std::uint64_t pairs_ = 0;
};

std::vector<Entry> sorted_by_weight(const measure::Verdicts& verdicts,
                                    std::span<const PageId> standing) {
  std::vector<Entry> entries;
  for (const PageId page : standing) {
    entries.push_back({.weight = verdicts.weight(page),
                       .page = page,
                       .number = static_cast<std::uint32_t>(entries.size())});
  }
  std::ranges::stable_sort(entries, {}, &Entry::weight);
  for (Entry& entry : entries) {
    const auto end =
        std::ranges::upper_bound(entries, verdicts.reach(entry.page), {}, &Entry::weight);
    entry.end = static_cast<std::size_t>(end - entries.begin());
  }
  return entries;
}

// Of entries that the window keeps apart.
std::uint64_t pairs_out_of_reach(std::span<const Entry> entries) {
  std::uint64_t pairs = 0;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    pairs += entries.size() - std::max(entries[row].end, row + 1);
  }
  return pairs;
}

SimilarPairs join_by(const measure::Verdicts& verdicts, std::size_t pages,
                     const JoinOptions& options, Progress* progress) {
  PageClasses classes = classes_of(verdicts, pages);
  Join join{.verdicts = &verdicts,
            .entries = sorted_by_weight(verdicts, classes.standing),
            .most_edges = options.most_edges,
            .at_least = options.at_least,
            .progress = progress};
  for (const measure::VerdictStage& stage : verdicts.stages()) {
    join.stages.push_back({.name = stage.name, .compares = stage.compares});
  }
  const std::span<const Entry> entries = join.entries;
  const std::uint64_t skipped = pairs_out_of_reach(entries);
  join.stages[0].rejected += skipped;
  if (progress != nullptr) {
    if (!entries.empty()) progress->total += entries.size() * (entries.size() - 1) / 2;
    progress->done += skipped;
    progress->items += skipped;
  }

  std::size_t row = 0;
  std::size_t column = 0;
  std::size_t columns_end = 0;  // of the rows of a tile, 0 before their first
  run_in_order(thread_count(options.threads), [&]() -> std::unique_ptr<Job> {
    while (row < entries.size()) {
      if (columns_end == 0) {
        const auto rows = entries.subspan(row, std::min(kTile, entries.size() - row));
        columns_end = std::ranges::max(rows, {}, &Entry::end).end;
        column = row;
      }
      if (column < columns_end) {
        auto tile = std::make_unique<Tile>(join, row, column);
        column += kTile;
        return tile;
      }
      row += kTile;
      columns_end = 0;
    }
    return nullptr;
  });
  const std::uint64_t equal_pairs = classes.equal_pairs();
  return {.graph = NeighbourGraph(entries.size(), join.edges),
          .class_of = std::move(classes.class_of),
          .class_sizes = std::move(classes.sizes),
          .equal_pairs = equal_pairs,
          .stages = std::move(join.stages)};
}

// Every pair of pages, class by class opened up.
class OpenedUp {
 public:
  explicit OpenedUp(const SimilarPairs& similar)
      : similar_(&similar),
        starts_(similar.class_sizes.size() + 1),
        members_(similar.class_of.size()) {
    std::partial_sum(similar.class_sizes.begin(), similar.class_sizes.end(), starts_.begin() + 1);
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t page = 0; page < members_.size(); ++page) {
      members_[next[similar.class_of[page]]++] = static_cast<PageId>(page);
    }
  }

  // Calls see(other, similarity) for each page that `page` is similar to.
  template <class See>
  void visit(std::size_t page, See see) const {
    const std::uint32_t own = similar_->class_of[page];
    for (const PageId other : members(own)) {
      if (other != page) see(other, 1.0F);
    }
    for (const Neighbour& neighbour : similar_->graph[own]) {
      for (const PageId other : members(neighbour.page)) see(other, neighbour.similarity);
    }
  }

 private:
  std::span<const PageId> members(std::size_t number) const {
    return std::span(members_).subspan(starts_[number], similar_->class_sizes[number]);
  }

  const SimilarPairs* similar_;
  std::vector<std::size_t> starts_;  // by class, in members
  std::vector<PageId> members_;      // pages by class
};

}  // namespace

std::uint64_t SimilarPairs::similar_pairs() const {
  std::uint64_t ends = 0;
  for (std::size_t number = 0; number < class_sizes.size(); ++number) {
    for (const Neighbour& neighbour : graph[number]) {
      ends += std::uint64_t{class_sizes[number]} * class_sizes[neighbour.page];
    }
  }
  return equal_pairs + ends / 2;
}

SimilarPairs threshold_join(const measure::Measure& measure,
                            std::span<const features::Features> pages, const JoinOptions& options,
                            Progress* progress) {
  const auto verdicts = measure.verdicts(pages, options.at_least, options.exact);
  return join_by(*verdicts, pages.size(), options, progress);
}

SimilarPairs compare_all(const measure::Measure& measure, std::span<const features::Features> pages,
                         const JoinOptions& options, Progress* progress) {
  // What a measure does that knows no better.
  const auto verdicts = measure.Measure::verdicts(pages, options.at_least, options.exact);
  return join_by(*verdicts, pages.size(), options, progress);
}

std::optional<PairDifference> first_difference(const SimilarPairs& first,
                                               const SimilarPairs& second, bool similarities) {
  const OpenedUp a(first);
  const OpenedUp b(second);
  const std::size_t pages = first.class_of.size();
  std::vector<float> in_a(pages);
  std::vector<float> in_b(pages);
  for (std::size_t page = 0; page < pages; ++page) {
    a.visit(page, [&](PageId other, float similarity) { in_a[other] = similarity; });
    b.visit(page, [&](PageId other, float similarity) { in_b[other] = similarity; });
    for (std::size_t other = page + 1; other < pages; ++other) {
      const float x = in_a[other];
      const float y = in_b[other];
      if ((x > 0) != (y > 0) || (similarities && x != y)) {
        return PairDifference{static_cast<PageId>(page), static_cast<PageId>(other), x, y};
      }
    }
    a.visit(page, [&](PageId other, float) { in_a[other] = 0; });
    b.visit(page, [&](PageId other, float) { in_b[other] = 0; });
  }
  return {};
}

}  // namespace pagekin::graph
