// Pairs are processed in tiles, so that the pages of a tile stay in the cache. Each tile is
// one job with its own counts and edges, which are added up in order. The heaviest pages come
// first, so that no thread is left alone with them at the end.
#include "pagekin/graph/threshold_join.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/graph/minhash_lsh.h"
#include "pagekin/graph/page_classes.h"
#include "pagekin/graph/set_join.h"
#include "pagekin/graph/settled_pairs.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {
namespace {

constexpr std::size_t kTile = 16;  // classes on a side
// A pair of large pages may take a thousand times as long as one of small pages.
constexpr std::size_t kJobsPerThread = 256;

struct Listed {
  double weight = 0;
  PageId page = 0;           // the page that represents the class
  std::uint32_t number = 0;  // number of the class
  std::size_t end = 0;       // end of the later entries within reach
};

struct ThresholdJoiner {
  const Verdicts* verdicts;
  std::vector<Listed> entries;  // by weight, then by number
  SettledPairs settled;
  const JoinOptions* options;
  Progress* progress;
};

class Tile final : public Job {
 public:
  Tile(ThresholdJoiner& join, std::size_t first_row, std::size_t first_column)
      : join_(&join),
        settled_(join.verdicts->stages()),
        first_row_(first_row),
        first_column_(first_column) {}

  void work() override {
    const std::vector<Listed>& entries = join_->entries;
    const std::size_t rows_end = std::min(first_row_ + kTile, entries.size());
    for (std::size_t row = first_row_; row < rows_end; ++row) {
      check_stop();
      const Listed& a = entries[row];
      const std::size_t end = std::min(first_column_ + kTile, a.end);
      for (std::size_t column = std::max(first_column_, row + 1); column < end; ++column) {
        decide(a, entries[column]);
        ++settled_.pairs;
      }
    }
  }

  void finish() override { join_->settled.add(settled_, *join_->options, join_->progress); }

 private:
  void decide(const Listed& a, const Listed& b) {
    const Verdict verdict = join_->verdicts->decide(a.page, b.page);
    if (verdict.similar) {
      settled_.accept(verdict.stage, a.number, b.number, verdict.similarity);
    } else {
      settled_.reject(verdict.stage);
    }
  }

  ThresholdJoiner* join_;
  SettledPairs settled_;
  std::size_t first_row_;
  std::size_t first_column_;
};

std::vector<Listed> sorted_by_weight(const Verdicts& verdicts, std::span<const PageId> standing) {
  std::vector<Listed> entries;
  for (const PageId page : standing) {
    entries.push_back({.weight = verdicts.weight(page),
                       .page = page,
                       .number = static_cast<std::uint32_t>(entries.size())});
  }
  std::ranges::stable_sort(entries, {}, &Listed::weight);
  for (Listed& entry : entries) {
    const auto end =
        std::ranges::upper_bound(entries, verdicts.reach(entry.page), {}, &Listed::weight);
    entry.end = static_cast<std::size_t>(end - entries.begin());
  }
  return entries;
}

// Returns the number of pairs of entries that are out of each other's reach.
std::uint64_t pairs_out_of_reach(std::span<const Listed> entries) {
  std::uint64_t pairs = 0;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    pairs += entries.size() - std::max(entries[row].end, row + 1);
  }
  return pairs;
}

SimilarPairs join_by(const Verdicts& verdicts, std::size_t pages, const JoinOptions& options,
                     Progress* progress) {
  PageClasses classes = classes_of(verdicts, pages);
  ThresholdJoiner join{.verdicts = &verdicts,
                       .entries = sorted_by_weight(verdicts, classes.standing),
                       .settled = SettledPairs(verdicts.stages()),
                       .options = &options,
                       .progress = progress};
  const std::span<const Listed> entries = join.entries;
  if (progress != nullptr && !entries.empty()) {
    progress->total += entries.size() * (entries.size() - 1) / 2;
  }
  SettledPairs skipped(verdicts.stages());
  skipped.pairs = pairs_out_of_reach(entries);
  skipped.reject(0, skipped.pairs);
  join.settled.add(skipped, options, progress);

  std::size_t rows_left = (entries.size() + kTile - 1) / kTile;  // of tiles
  std::size_t row = 0;
  std::size_t column = 0;
  // End of the columns of the current row of tiles; 0 before the first tile.
  std::size_t columns_end = 0;
  run_in_order(
      thread_count(options.threads),
      [&]() -> std::unique_ptr<Job> {
        while (columns_end > column || rows_left > 0) {
          if (column < columns_end) {
            auto tile = std::make_unique<Tile>(join, row, column);
            column += kTile;
            return tile;
          }
          row = --rows_left * kTile;
          const auto rows = entries.subspan(row, std::min(kTile, entries.size() - row));
          columns_end = std::ranges::max(rows, {}, &Listed::end).end;
          column = row;
        }
        return nullptr;
      },
      kJobsPerThread);
  return similar_pairs(std::move(classes), std::move(join.settled));
}

// Compares every pair of sets.
class ComparedSets final : public Verdicts {
 public:
  ComparedSets(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
               double at_least)
      : overlap_(overlap), sets_(sets), at_least_(at_least) {}

  std::span<const VerdictStage> stages() const override { return compared_stages; }
  double weight(std::size_t) const override { return 0; }
  double reach(std::size_t) const override { return 0; }
  Verdict decide(std::size_t a, std::size_t b) const override {
    // A little less than the threshold is asked for, because it is rounded before it counts.
    const double similarity =
        measure::similarity(overlap_, sets_[a], sets_[b], at_least_ - rounding);
    return {
        .similar = measure::reaches(similarity, at_least_), .stage = 1, .similarity = similarity};
  }

 private:
  static constexpr std::array<VerdictStage, 2> compared_stages{{{"size"}, {"compared", true}}};
  static constexpr double rounding = 1e-6;

  measure::Overlap overlap_;
  std::span<const measure::SortedHashes> sets_;
  double at_least_;
};

// All pairs of pages of a result, made from the pairs of classes.
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

void check_search(const measure::Measure& measure, Search search) {
  if (search == Search::kExact || measure.as_set() != nullptr) return;
  throw OptionError("a search by lsh needs a measure of sets (" + measure::names_of_set_measures() +
                        "); the one given is of another kind",
                    "search");
}

SimilarPairs threshold_join(const measure::Measure& measure,
                            std::span<const features::Features> pages, const JoinOptions& options,
                            Progress* progress) {
  const measure::SetMeasure* const sets = measure.as_set();
  const bool lsh = options.search == Search::kLsh;
  check_search(measure, options.search);
  // Sets without a common value never meet, so their similarity must not suffice.
  if (sets != nullptr && !measure::reaches(0, options.at_least)) {
    return lsh ? minhash_lsh(*sets, pages, options, progress)
               : set_join(*sets, pages, options, progress);
  }
  const auto verdicts = measure.verdicts(pages, options.at_least, options.exact);
  return join_by(*verdicts, pages.size(), options, progress);
}

SimilarPairs compare_all(const measure::Measure& measure, std::span<const features::Features> pages,
                         const JoinOptions& options, Progress* progress) {
  // The base class compares every pair.
  const auto verdicts = measure.Measure::verdicts(pages, options.at_least, options.exact);
  return join_by(*verdicts, pages.size(), options, progress);
}

SimilarPairs compare_all(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
                         const JoinOptions& options, Progress* progress) {
  return join_by(ComparedSets(overlap, sets, options.at_least), sets.size(), options, progress);
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
