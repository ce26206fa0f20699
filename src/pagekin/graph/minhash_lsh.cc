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

// Consumes the hashes of a band.
Buckets sorted_by_hash(std::vector<std::uint32_t> hashes) {
  std::vector<std::uint64_t> order(hashes.size());
  for (std::size_t set = 0; set < hashes.size(); ++set) {
    order[set] = (std::uint64_t{hashes[set]} << 32) | set;
  }
  hashes.clear();
  std::ranges::sort(order);
  Buckets buckets{.sets = std::vector<std::uint32_t>(order.size()),
                  .starts = std::vector<std::uint32_t>(order.size())};
  std::uint32_t start = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] >> 32 != order[start] >> 32) start = i;
    const auto set = static_cast<std::uint32_t>(order[i]);
    buckets.sets[i] = set;
    buckets.starts[set] = start;
  }
  return buckets;
}

std::vector<Buckets> make_buckets(const SizedSets& sets, sketch::Bands bands, unsigned threads) {
  BandHashes hashes(bands.count, std::vector<std::uint32_t>(sets.count()));
  const auto sign = [&](std::size_t begin, std::size_t end) {
    check_stop();
    std::array<std::uint32_t, kEntries> signature{};
    for (std::size_t set = begin; set < end; ++set) {
      sketch::minhash(sets.values[set], signature);
      for (std::size_t band = 0; band < bands.count; ++band) {
        const auto* const entries =
            reinterpret_cast<const char*>(signature.data() + band * bands.width);
        const std::uint64_t hash = hash_bytes({entries, bands.width * sizeof(std::uint32_t)});
        hashes[band][set] = static_cast<std::uint32_t>(hash);
      }
    }
  };
  for_parts(thread_count(threads), sets.count(), kSetsAtOnce, sign);
  std::vector<Buckets> buckets(bands.count);
  for_parts(thread_count(threads), bands.count, 1, [&](std::size_t band, std::size_t) {
    check_stop();
    buckets[band] = sorted_by_hash(std::move(hashes[band]));
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
