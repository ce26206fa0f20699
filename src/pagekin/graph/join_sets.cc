// Some rows are one job. A job borrows a workspace, which has tables as long as the number
// of sets. There is one workspace for each job that runs at the same time.
#include "pagekin/graph/join_sets.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/graph/common_weights.h"

namespace pagekin::graph {
namespace {

constexpr std::uint32_t kRowsAtOnce = 16;

struct Bench {
  std::unique_ptr<Finder> finder;
  CommonWeights weights;
  Needed needed;
  std::vector<std::uint32_t> met;
};

struct SetJoiner {
  const SetsToJoin* all;
  const Needed* needed;
  const std::function<std::unique_ptr<Finder>()>* make_finder;
  std::mutex mutex;
  std::vector<std::unique_ptr<Bench>> free;  // guarded by the mutex

  std::unique_ptr<Bench> borrow() {
    {
      const std::scoped_lock lock(mutex);
      if (!free.empty()) {
        auto bench = std::move(free.back());
        free.pop_back();
        return bench;
      }
    }
    return std::make_unique<Bench>(
        Bench{(*make_finder)(), CommonWeights(all->grouped), *needed, {}});
  }
  void give_back(std::unique_ptr<Bench> bench) {
    const std::scoped_lock lock(mutex);
    free.push_back(std::move(bench));
  }
};

void settle(const SizedSets& sets, std::uint32_t row, Bench& bench, SettledPairs& settled) {
  bench.needed.start(sets.sizes[row]);
  const auto smallest = std::ranges::lower_bound(sets.sizes, bench.needed.smallest());
  const auto first = static_cast<std::uint32_t>(smallest - sets.sizes.begin());
  settled.reject(0, first);
  bench.met.clear();
  bench.finder->meet(row, first, bench.needed, bench.met, settled);

  const std::size_t compared = settled.stages.size() - 1;
  if (!bench.met.empty()) bench.weights.start(row);
  for (const std::uint32_t other : bench.met) {
    const std::uint32_t least = bench.needed.common_with(sets.sizes[other]);
    const std::uint32_t common = bench.weights.with(other, least);
    if (common < least) {
      settled.reject(compared);
    } else {
      settled.accept(compared, sets.classes[row], sets.classes[other],
                     bench.needed.similarity(sets.sizes[other], common));
    }
  }
}

class Rows final : public Job {
 public:
  Rows(SetJoiner& join, std::uint32_t first, std::span<const VerdictStage> stages,
       std::function<void(const SettledPairs&)> hand_in)
      : join_(&join), first_(first), settled_(stages), hand_in_(std::move(hand_in)) {}

  void work() override {
    check_stop();
    const SizedSets& sets = join_->all->sets;
    const auto end = std::min<std::size_t>(first_ + kRowsAtOnce, sets.count());
    auto bench = join_->borrow();
    for (std::uint32_t row = first_; row < end; ++row) {
      settle(sets, row, *bench, settled_);
      settled_.pairs += row;
    }
    join_->give_back(std::move(bench));
  }
  void finish() override { hand_in_(settled_); }

 private:
  SetJoiner* join_;
  std::uint32_t first_;
  SettledPairs settled_;
  std::function<void(const SettledPairs&)> hand_in_;
};

}  // namespace

std::vector<measure::SortedHashes> sets_of(const measure::SetMeasure& measure,
                                           std::span<const features::Features> pages) {
  std::vector<measure::SortedHashes> sets;
  sets.reserve(pages.size());
  for (const features::Features& page : pages) sets.push_back(measure.set_of(page));
  return sets;
}

SetsToJoin sets_to_join(std::span<const measure::SortedHashes> sets, unsigned threads) {
  PageClasses classes = classes_of(sets);
  SizedSets by_size = sets_by_size(sets, classes);
  GroupedSets grouped(by_size.values, threads);
  return {std::move(classes), std::move(by_size), std::move(grouped)};
}

SimilarPairs join_sets(const SetsToJoin& all, const Needed& needed,
                       std::span<const VerdictStage> stages,
                       const std::function<std::unique_ptr<Finder>()>& make_finder,
                       const JoinOptions& options, Progress* progress) {
  const std::uint64_t classes = all.classes.sizes.size();
  if (progress != nullptr && classes > 0) progress->total += classes * (classes - 1) / 2;
  SettledPairs settled(stages);
  const auto hand_in = [&](const SettledPairs& some) { settled.add(some, options, progress); };
  // No other set is similar to the empty one.
  if (all.sets.count() < classes) {
    SettledPairs empty(stages);
    empty.pairs = all.sets.count();
    empty.reject(0, empty.pairs);
    hand_in(empty);
  }
  SetJoiner join{.all = &all, .needed = &needed, .make_finder = &make_finder};
  std::uint32_t row = 0;
  run_in_order(thread_count(options.threads), [&]() -> std::unique_ptr<Job> {
    if (row >= all.sets.count()) return nullptr;
    return std::make_unique<Rows>(join, std::exchange(row, row + kRowsAtOnce), stages, hand_in);
  });
  return similar_pairs(all.classes, std::move(settled));
}

}  // namespace pagekin::graph
