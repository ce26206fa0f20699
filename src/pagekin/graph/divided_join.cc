#include "pagekin/graph/divided_join.h"

#include <algorithm>
#include <limits>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/graph/join_sets.h"
#include "pagekin/graph/set_join.h"
#include "pagekin/graph/sized_sets.h"
#include "pagekin/measure/set_measure.h"

namespace pagekin::graph {
namespace {

using features::Features;

constexpr std::uint64_t kNoSet = 0;  // the key of all pages, where sets do not matter
constexpr std::uint64_t kEmpty = 1;  // the key of pages with an empty set

// The i-th occurrence of a value in a bag is a value of its own.
std::vector<std::uint64_t> numbered(measure::SortedHashes bag) {
  std::vector<std::uint64_t> values;
  values.reserve(bag.size());
  std::uint64_t earlier = 0;
  for (std::size_t i = 0; i < bag.size(); ++i) {
    earlier = i > 0 && bag[i] == bag[i - 1] ? earlier + 1 : 0;
    values.push_back(earlier == 0 ? bag[i] : mix(bag[i] ^ mix(earlier)));
  }
  return values;
}

// Pages by class, those of one class in order.
std::vector<std::vector<std::uint32_t>> members_of(const SimilarPairs& similar) {
  std::vector<std::vector<std::uint32_t>> members(similar.class_sizes.size());
  for (std::uint32_t page = 0; page < similar.class_of.size(); ++page) {
    members[similar.class_of[page]].push_back(page);
  }
  return members;
}

}  // namespace

DividedJoin::DividedJoin(const measure::Measure& measure, double at_least)
    : measure_(&measure), at_least_(at_least), bounds_(measure.join_bounds(at_least)) {
  if (bounds_ == nullptr) {
    throw OptionError("pages can be compared by this measure only where all pages are", "measure");
  }
}

bool DividedJoin::can_divide(const measure::Measure& measure, double at_least) {
  return measure.join_bounds(at_least) != nullptr;
}

// Pages with the same smallest hash of a value are likely to have similar sets (see minhash.h).
DividedJoin::Place DividedJoin::place(const Features& page) const {
  Place found;
  found.weight = bounds_->weight(page);
  found.lightest = bounds_->lightest(found.weight);
  if (!bounds_->set_bound()) {
    found.order = found.weight;
    return found;
  }
  const measure::SortedHashes set = bounds_->set_of(page);
  found.order = set.empty() ? 0 : std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t value : set) found.order = std::min(found.order, mix(value));
  return found;
}

std::vector<std::uint64_t> DividedJoin::values(const Features& page) const {
  if (!bounds_->set_bound()) return {};
  return numbered(bounds_->set_of(page));
}

void DividedJoin::set_counts(std::span<const std::uint64_t> values,
                             std::span<const std::uint64_t> counts) {
  counts_.clear();
  for (std::size_t i = 0; i < std::min(values.size(), counts.size()); ++i) {
    counts_[values[i]] = counts[i];
  }
}

std::vector<DividedJoin::Key> DividedJoin::keys(const Features& page) const {
  const std::optional<measure::SetBound> bound = bounds_->set_bound();
  if (!bound) return {{kNoSet, true}};
  const std::vector<std::uint64_t> found = values(page);
  if (found.empty()) return {{kEmpty, true}};

  Needed needed(bound->overlap, bound->at_least);
  const auto size = static_cast<std::uint32_t>(found.size());
  needed.start(size);
  // If none of the first `count` values is common, the others do not suffice.
  const std::size_t count = size - needed.common_with(needed.smallest()) + 1;
  const std::size_t leading = size - needed.common_with(size) + 1;

  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;  // how common, the value
  order.reserve(found.size());
  for (const std::uint64_t value : found) {
    const auto known = counts_.find(value);
    order.emplace_back(known == counts_.end() ? 0 : known->second, value);
  }
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<Key> keys;
  keys.reserve(count);
  for (std::size_t i = 0; i < count; ++i) keys.push_back({order[i].second, i < leading});
  return keys;
}

std::vector<DividedJoin::Pair> DividedJoin::pairs(std::span<const Features> first) const {
  return joined(first, 0);
}

std::vector<DividedJoin::Pair> DividedJoin::pairs(std::span<const Features> first,
                                                  std::span<const Features> second) const {
  std::vector<Features> all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  std::vector<Pair> found = joined(all, first.size());
  for (Pair& pair : found) pair[1] -= static_cast<std::uint32_t>(first.size());
  return found;
}

// Pairs of pages of which the second one is at `second` or later; if that is not 0, the first one
// is before it.
std::vector<DividedJoin::Pair> DividedJoin::joined(std::span<const Features> all,
                                                   std::size_t second) const {
  std::vector<Pair> found;
  const auto is_wanted = [&](std::uint32_t a, std::uint32_t b) {
    return a < b && b >= second && (second == 0 || a < second);
  };
  if (const measure::SetMeasure* const sets = measure_->as_set()) {
    const SimilarPairs similar =
        set_join(*sets, all, {.at_least = at_least_, .threads = 1}, nullptr);
    const std::vector<std::vector<std::uint32_t>> members = members_of(similar);
    for (std::uint32_t a = 0; a < all.size(); ++a) {
      for (const std::uint32_t b : members[similar.class_of[a]]) {
        if (is_wanted(a, b)) found.push_back({a, b});
      }
      for (const Neighbour& neighbour : similar.graph[similar.class_of[a]]) {
        for (const std::uint32_t b : members[neighbour.page]) {
          if (is_wanted(a, b)) found.push_back({a, b});
        }
      }
    }
    std::ranges::sort(found);
    return found;
  }
  const auto verdicts = measure_->verdicts(all, at_least_, false);
  const std::size_t rows = second == 0 ? all.size() : second;
  for (std::uint32_t a = 0; a < rows; ++a) {
    check_stop();
    for (auto b = static_cast<std::uint32_t>(second == 0 ? a + 1 : second); b < all.size(); ++b) {
      if (verdicts->decide(a, b).similar) found.push_back({a, b});
    }
  }
  return found;
}

}  // namespace pagekin::graph
