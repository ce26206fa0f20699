// Each range of values is one job, which lists the sets of each value. The lists of all
// jobs are then joined in order, and equal lists become one.
#include "pagekin/graph/grouped_sets.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <numeric>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/scratch_numbers.h"
#include "pagekin/core/stop.h"

namespace pagekin::graph {
namespace {

using measure::SortedHashes;

// The approximate number of values in a range: enough to be worth a job, and enough of each
// set to be worth searching for.
constexpr std::size_t kValuesAtOnce = std::size_t{1} << 18;
constexpr std::size_t kValuesOfASet = 16;

constexpr std::size_t kValuesInCache = std::size_t{1} << 12;

struct Group {
  std::uint64_t value = 0;  // the smallest of its values
  std::uint64_t begin = 0;  // of its list of sets
  std::uint32_t length = 0;
  std::uint32_t weight = 1;
};

// Groups with their lists of sets, one list after the other.
struct Groups {
  std::vector<Group> groups;
  std::vector<std::uint32_t> lists;

  std::span<const std::uint32_t> list(const Group& group) const {
    return std::span(lists).subspan(group.begin, group.length);
  }
};

// Keeps one group for each distinct list.
class DistinctGroups {
 public:
  void add(const Groups& some) {
    for (const Group& group : some.groups) {
      const std::span<const std::uint32_t> list = some.list(group);
      const auto number = static_cast<std::uint32_t>(all_.groups.size());
      Group own = group;
      own.begin = all_.lists.size();
      all_.groups.push_back(own);
      all_.lists.insert(all_.lists.end(), list.begin(), list.end());
      const auto [first, is_new] = known_.insert(number);
      if (is_new) continue;
      all_.groups.pop_back();
      all_.lists.resize(own.begin);
      Group& same = all_.groups[*first];
      same.weight += group.weight;
      same.value = std::min(same.value, group.value);
    }
  }

  Groups take() {
    known_.clear();
    return std::move(all_);
  }

 private:
  struct Hash {
    const Groups* all;
    std::size_t operator()(std::uint32_t number) const {
      const auto list = all->list(all->groups[number]);
      return hash_bytes({reinterpret_cast<const char*>(list.data()), list.size_bytes()});
    }
  };
  struct Equal {
    const Groups* all;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return std::ranges::equal(all->list(all->groups[a]), all->list(all->groups[b]));
    }
  };

  Groups all_;
  std::unordered_set<std::uint32_t, Hash, Equal> known_{16, Hash{&all_}, Equal{&all_}};
};

// Handles the values whose highest bits are the number of the range.
class Range final : public Job {
 public:
  Range(std::span<const SortedHashes> sets, std::uint64_t number, int bits, DistinctGroups& all)
      : sets_(sets), number_(number), bits_(bits), all_(&all) {}

  void work() override {
    check_stop();
    deal();
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      list_sets(std::span(dealt_).subspan(begin, end - begin));
      begin = end;
    }
    dealt_ = {};
  }
  void finish() override { all_->add(found_); }

 private:
  struct Place {
    std::uint64_t value;
    std::uint32_t set;
    std::uint32_t number;  // of the value
  };

  // Distributes the values into buckets by the next bits, so that the work on a bucket
  // stays in the cache. The order inside a bucket is kept.
  void deal() {
    const std::uint64_t width = ~std::uint64_t{0} >> bits_;
    const std::uint64_t first = number_ * (width + 1);
    std::vector<SortedHashes> parts;
    std::size_t total = 0;
    for (const SortedHashes set : sets_) {
      const auto begin = std::ranges::lower_bound(set, first);
      const auto end = std::upper_bound(begin, set.end(), first + width);
      parts.emplace_back(begin, end);
      total += parts.back().size();
    }
    const std::size_t buckets = std::bit_ceil(2 + total / kValuesInCache);
    const int shift = 64 - bits_ - std::countr_zero(buckets);
    ends_.assign(buckets, 0);
    for (const SortedHashes part : parts) {
      for (const std::uint64_t value : part) ++ends_[(value - first) >> shift];
    }
    std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::size_t{0});
    dealt_.resize(total);
    for (std::size_t set = 0; set < parts.size(); ++set) {
      for (const std::uint64_t value : parts[set]) {
        dealt_[ends_[(value - first) >> shift]++] = {value, static_cast<std::uint32_t>(set), 0};
      }
    }
  }

  // Lists the sets of each value of the bucket that is in more than one set.
  void list_sets(std::span<Place> bucket) {
    number_values(bucket);
    constexpr auto alone = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t end = found_.lists.size();
    for (Value& value : values_) {
      value.next = value.sets > 1 ? end : alone;
      if (value.sets < 2) continue;
      found_.groups.push_back({.value = value.value, .begin = end, .length = value.sets});
      end += value.sets;
    }
    found_.lists.resize(end);
    for (const Place& place : bucket) {
      std::uint64_t& next = values_[place.number].next;
      if (next != alone) found_.lists[next++] = place.set;
    }
  }

  void number_values(std::span<Place> bucket) {
    thread_local ScratchNumbers numbers;
    numbers.start(bucket.size());
    values_.clear();
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      Place& place = bucket[i];
      const auto fresh = static_cast<std::uint32_t>(values_.size());
      if (i > 0 && place.value == bucket[i - 1].value && place.set == bucket[i - 1].set) {
        std::uint32_t& again = values_[bucket[i - 1].number].again;
        if (again == 0) again = fresh;
        place.number = again;
      } else {
        place.number = numbers.insert(place.value, fresh);
      }
      if (place.number == fresh) values_.push_back({.value = place.value});
      ++values_[place.number].sets;
    }
  }

  struct Value {
    std::uint64_t value = 0;
    std::uint64_t next = 0;   // next position in its list
    std::uint32_t sets = 0;   // number of sets that have it
    std::uint32_t again = 0;  // the number of its next occurrence in a bag; 0: none
  };

  std::span<const SortedHashes> sets_;
  std::uint64_t number_;
  int bits_;
  DistinctGroups* all_;
  std::vector<Place> dealt_;
  std::vector<std::size_t> ends_;  // of the buckets
  std::vector<Value> values_;      // of the current bucket
  Groups found_;
};

Groups find_groups(std::span<const SortedHashes> sets, unsigned threads) {
  std::size_t total = 0;
  for (const SortedHashes set : sets) total += set.size();
  const std::size_t at_once = std::max(kValuesAtOnce, kValuesOfASet * sets.size());
  int bits = 0;
  while ((total >> bits) > at_once) ++bits;

  DistinctGroups all;
  std::uint64_t range = 0;
  run_in_order(thread_count(threads), [&]() -> std::unique_ptr<Job> {
    if (range >> bits != 0) return nullptr;
    return std::make_unique<Range>(sets, range++, bits, all);
  });
  return all.take();
}

}  // namespace

GroupedSets::GroupedSets(std::span<const SortedHashes> sets, unsigned threads) {
  Groups found = find_groups(sets, threads);
  std::ranges::sort(found.groups, [](const Group& a, const Group& b) {
    return std::tie(a.length, a.value) < std::tie(b.length, b.value);
  });
  groups_ = found.groups.size();

  starts_.assign(sets.size() + 1, 0);
  for (const std::uint32_t set : found.lists) ++starts_[set + 1];
  for (std::size_t set = 0; set < sets.size(); ++set) starts_[set + 1] += starts_[set];
  entries_.resize(starts_.back());
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t number = 0; number < groups_; ++number) {
    const Group& group = found.groups[number];
    for (const std::uint32_t set : found.list(group)) {
      entries_[next[set]++] = {static_cast<std::uint32_t>(number), group.weight};
    }
  }
  for (std::size_t set = 0; set < sets.size(); ++set) {
    std::uint32_t rest = 0;
    for (std::size_t i = starts_[set + 1]; i-- > starts_[set];) {
      rest += entries_[i].rest;
      entries_[i].rest = rest;
    }
  }
}

}  // namespace pagekin::graph
