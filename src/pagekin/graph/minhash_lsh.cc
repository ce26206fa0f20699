#include "pagekin/graph/minhash_lsh.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/graph/join_sets.h"
#include "pagekin/graph/set_join.h"
#include "pagekin/sketch/minhash.h"

namespace pagekin::graph {
namespace {

constexpr std::size_t kEntries = 256;  // of a signature
constexpr double kRecall = 0.999;      // at the threshold
constexpr std::size_t kSetsAtOnce = 256;

constexpr std::array<VerdictStage, 3> kLshStages{{{"size"}, {"bands"}, {"compared", true}}};
constexpr std::size_t kBands = 1;

// The sets by their hash in one band; sets with the same hash in ascending order.
struct Buckets {
  std::vector<std::uint32_t> sets;
  std::vector<std::uint32_t> starts;  // by set: the start of its bucket
};

// The hashes of all sets, one row for each band.
using BandHashes = std::vector<std::vector<std::uint32_t>>;

class Signing final : public Job {
 public:
  Signing(const SizedSets& sets, std::size_t first, sketch::Bands bands, BandHashes& hashes)
      : sets_(&sets), first_(first), bands_(bands), hashes_(&hashes) {}

  void work() override {
    check_stop();
    std::array<std::uint32_t, kEntries> signature{};
    const std::size_t end = std::min(first_ + kSetsAtOnce, sets_->count());
    for (std::size_t set = first_; set < end; ++set) {
      sketch::minhash(sets_->values[set], signature);
      for (std::size_t band = 0; band < bands_.count; ++band) {
        const auto* const entries =
            reinterpret_cast<const char*>(signature.data() + band * bands_.width);
        const std::uint64_t hash = hash_bytes({entries, bands_.width * sizeof(std::uint32_t)});
        (*hashes_)[band][set] = static_cast<std::uint32_t>(hash);
      }
    }
  }
  void finish() override {}

 private:
  const SizedSets* sets_;
  std::size_t first_;
  sketch::Bands bands_;
  BandHashes* hashes_;
};

// Consumes the hashes of a band.
class Sorting final : public Job {
 public:
  Sorting(std::vector<std::uint32_t>& hashes, Buckets& buckets)
      : hashes_(&hashes), buckets_(&buckets) {}

  void work() override {
    check_stop();
    const std::vector<std::uint32_t> hashes = std::move(*hashes_);
    std::vector<std::uint64_t> order(hashes.size());
    for (std::size_t set = 0; set < hashes.size(); ++set) {
      order[set] = (std::uint64_t{hashes[set]} << 32) | set;
    }
    std::ranges::sort(order);
    buckets_->sets.resize(order.size());
    buckets_->starts.resize(order.size());
    std::uint32_t start = 0;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      if (order[i] >> 32 != order[start] >> 32) start = i;
      const auto set = static_cast<std::uint32_t>(order[i]);
      buckets_->sets[i] = set;
      buckets_->starts[set] = start;
    }
  }
  void finish() override {}

 private:
  std::vector<std::uint32_t>* hashes_;
  Buckets* buckets_;
};

std::vector<Buckets> make_buckets(const SizedSets& sets, sketch::Bands bands, unsigned threads) {
  BandHashes hashes(bands.count, std::vector<std::uint32_t>(sets.count()));
  std::size_t first = 0;
  run_in_order(thread_count(threads), [&]() -> std::unique_ptr<Job> {
    if (first >= sets.count()) return nullptr;
    return std::make_unique<Signing>(sets, std::exchange(first, first + kSetsAtOnce), bands,
                                     hashes);
  });
  std::vector<Buckets> buckets(bands.count);
  std::size_t band = 0;
  run_in_order(thread_count(threads), [&]() -> std::unique_ptr<Job> {
    if (band >= bands.count) return nullptr;
    auto job = std::make_unique<Sorting>(hashes[band], buckets[band]);
    ++band;
    return job;
  });
  return buckets;
}

class ByBands final : public Finder {
 public:
  ByBands(std::size_t sets, std::span<const Buckets> buckets) : buckets_(buckets), is_met_(sets) {}

  void meet(std::uint32_t row, std::uint32_t first, const Needed&, std::vector<std::uint32_t>& met,
            SettledPairs& settled) override {
    for (const Buckets& band : buckets_) {
      const std::uint32_t* set = band.sets.data() + band.starts[row];
      for (; *set != row; ++set) {
        if (*set < first || is_met_[*set] != 0) continue;
        is_met_[*set] = 1;
        met.push_back(*set);
      }
    }
    for (const std::uint32_t other : met) is_met_[other] = 0;
    settled.reject(kBands, row - first - met.size());
  }

 private:
  std::span<const Buckets> buckets_;
  std::vector<std::uint8_t> is_met_;  // by set: whether the current row has met it
};

}  // namespace

double least_jaccard(measure::Overlap overlap, double at_least) {
  switch (overlap) {
    case measure::Overlap::kJaccard:
      break;
    case measure::Overlap::kDice:           // by algebra
    case measure::Overlap::kShareOfLarger:  // for sets of one size
      return at_least / (2 - at_least);
    case measure::Overlap::kBinaryCosine:  // if one set contains the other
      return at_least * at_least;
  }
  return at_least;
}

SimilarPairs minhash_lsh(const measure::SetMeasure& measure,
                         std::span<const features::Features> pages, const JoinOptions& options,
                         Progress* progress) {
  const double jaccard = least_jaccard(measure.overlap(), options.at_least);
  const auto bands = sketch::choose_bands(kEntries, jaccard, kRecall);
  if (!bands.has_value()) return set_join(measure, pages, options, progress);

  const SetsToJoin all = sets_to_join(sets_of(measure, pages), options.threads);
  const std::vector<Buckets> buckets = make_buckets(all.sets, *bands, options.threads);
  return join_sets(
      all, Needed(measure.overlap(), options.at_least), kLshStages,
      [&] { return std::make_unique<ByBands>(all.sets.count(), buckets); }, options, progress);
}

}  // namespace pagekin::graph
