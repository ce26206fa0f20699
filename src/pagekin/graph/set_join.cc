#include "pagekin/graph/set_join.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "pagekin/graph/join_sets.h"

namespace pagekin::graph {
namespace {

using Entry = GroupedSets::Entry;

constexpr std::array<VerdictStage, 4> kJoinStages{
    {{"size"}, {"prefix"}, {"position"}, {"compared", true}}};
enum Stage : std::size_t { kPrefix = 1, kPosition = 2 };

// Replaces the weight of a pair that cannot be similar.
constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();

// A set in which a group is a leading one.
struct Posting {
  std::uint32_t set = 0;
  std::uint32_t rest = 0;  // weight of the set from this group on
};

// By group: the sets in which it is a leading one.
struct Index {
  std::vector<std::uint32_t> leading;  // by set: the number of leading groups
  std::vector<std::uint64_t> starts;   // by group, and one more
  std::vector<Posting> postings;

  std::span<const Posting> operator[](std::uint32_t group) const {
    return std::span(postings).subspan(starts[group], starts[group + 1] - starts[group]);
  }
};

// Returns the number of groups whose rest would suffice by itself. Rests are descending.
std::uint32_t leading_groups(std::span<const Entry> entries, std::uint32_t needed) {
  const auto end = std::ranges::partition_point(
      entries, [&](const Entry& entry) { return entry.rest >= needed; });
  return static_cast<std::uint32_t>(end - entries.begin());
}

// A set is found by larger ones. It needs least in common with a set of its own size.
Index make_index(const SetsToJoin& all, Needed needed) {
  const auto& [classes, sets, grouped] = all;
  Index index;
  index.starts.assign(grouped.groups() + 1, 0);
  for (std::size_t set = 0; set < sets.count(); ++set) {
    needed.start(sets.sizes[set]);
    const auto entries = grouped[set];
    index.leading.push_back(leading_groups(entries, needed.common_with(sets.sizes[set])));
    for (const Entry& entry : entries.first(index.leading[set])) ++index.starts[entry.group + 1];
  }
  std::partial_sum(index.starts.begin(), index.starts.end(), index.starts.begin());
  index.postings.resize(index.starts.back());
  std::vector<std::uint64_t> next(index.starts.begin(), index.starts.end() - 1);
  for (std::size_t set = 0; set < sets.count(); ++set) {
    for (const Entry& entry : grouped[set].first(index.leading[set])) {
      index.postings[next[entry.group]++] = {static_cast<std::uint32_t>(set), entry.rest};
    }
  }
  return index;
}

class ByLeadingGroups final : public Finder {
 public:
  ByLeadingGroups(const SetsToJoin& all, const Index& index)
      : all_(&all), index_(&index), common_(all.sets.count()) {}

  void meet(std::uint32_t row, std::uint32_t first, const Needed& needed,
            std::vector<std::uint32_t>& met, SettledPairs& settled) override {
    add_weights(row, first, needed, met);
    settled.reject(kPrefix, row - first - met.size());
    const std::size_t dropped = std::erase_if(
        met, [&](std::uint32_t other) { return std::exchange(common_[other], 0) == kDropped; });
    settled.reject(kPosition, dropped);
  }

 private:
  void add_weights(std::uint32_t row, std::uint32_t first, const Needed& needed,
                   std::vector<std::uint32_t>& met) {
    const auto entries = all_->grouped[row];
    const std::uint32_t leading = leading_groups(entries, needed.common_with(needed.smallest()));
    for (std::uint32_t i = 0; i < leading; ++i) {
      const Entry& entry = entries[i];
      const std::uint32_t weight = GroupedSets::weight(entries, i);
      const auto postings = (*index_)[entry.group];
      auto posting = std::ranges::lower_bound(postings, first, {}, &Posting::set);
      for (; posting != postings.end() && posting->set < row; ++posting) {
        std::uint32_t& so_far = common_[posting->set];
        if (so_far == 0) met.push_back(posting->set);
        if (so_far == kDropped) continue;
        const std::uint32_t most = so_far + std::min(entry.rest, posting->rest);
        const std::uint32_t least = needed.common_with(all_->sets.sizes[posting->set]);
        so_far = most < least ? kDropped : so_far + weight;
      }
    }
  }

  const SetsToJoin* all_;
  const Index* index_;
  std::vector<std::uint32_t> common_;  // by set: weight in common so far; all 0 between rows
};

}  // namespace

SimilarPairs set_join(const measure::SetMeasure& measure, std::span<const features::Features> pages,
                      const JoinOptions& options, Progress* progress) {
  return set_join(measure.overlap(), sets_of(measure, pages), options, progress);
}

SimilarPairs set_join(measure::Overlap overlap, std::span<const measure::SortedHashes> sets,
                      const JoinOptions& options, Progress* progress) {
  assert(!measure::reaches(0, options.at_least));
  const SetsToJoin all = sets_to_join(sets, options.threads);
  const Needed needed(overlap, options.at_least);
  const Index index = make_index(all, needed);
  return join_sets(
      all, needed, kJoinStages, [&] { return std::make_unique<ByLeadingGroups>(all, index); },
      options, progress);
}

}  // namespace pagekin::graph
