#include "pagekin/align/distinct_subtrees.h"

#include <algorithm>
#include <utility>

#include "pagekin/align/recent_trees.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/scratch_numbers.h"

namespace pagekin::align {

// Makes the hash of earlier siblings differ from the hash of a child.
constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;

void DistinctSubtrees::assign(const dom::TagTree& tree) {
  thread_local ScratchNumbers numbers;
  infos_.clear();
  children_.clear();
  child_tags_.clear();
  groups_.clear();
  places_.clear();
  group_of_.clear();
  number_of_.resize(tree.size());
  numbers.start(tree.size());
  const std::uint64_t seed = process_seed();
  // From the last element to the first, so that children come before their parent.
  for (std::size_t i = tree.size(); i-- > 0;) {
    std::uint64_t hash = mix(seed + tree.tags[i]);
    const std::size_t end = i + tree.sizes[i];
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      hash = mix(hash * kOdd + infos_[number_of_[child]].hash);
    }
    const auto fresh = static_cast<SubtreeNumber>(infos_.size());
    number_of_[i] = numbers.insert(hash, fresh);
    if (number_of_[i] == fresh) add(tree, i, hash);
  }
}

void DistinctSubtrees::add(const dom::TagTree& tree, std::size_t element, std::uint64_t hash) {
  Info info{.tag = tree.tags[element], .size = tree.sizes[element], .hash = hash};
  info.begin = static_cast<std::uint32_t>(children_.size());
  info.leaves = info.is_leaf() ? 1 : 0;
  std::uint64_t loose = 0;
  const std::size_t end = element + tree.sizes[element];
  for (std::size_t child = element + 1; child < end; child += tree.sizes[child]) {
    const Info& of_child = infos_[number_of_[child]];
    info.height = std::max(info.height, of_child.height + 1);
    info.leaves += of_child.leaves;
    info.child_heights += of_child.height;
    loose += mix(of_child.loose_hash);
    info.child_tag_bits |= std::uint64_t{1} << (mix(process_seed() ^ of_child.tag) % 64);
    children_.push_back(number_of_[child]);
    child_tags_.push_back(of_child.tag);
  }
  info.end = static_cast<std::uint32_t>(children_.size());
  info.loose_hash = mix(mix(process_seed() + info.tag) + loose);
  group_children(info);
  infos_.push_back(info);
  group_of_.push_back(0);
}

void DistinctSubtrees::group_children(Info& info) {
  const auto begin = static_cast<std::uint32_t>(groups_.size());
  const auto group_of = [&](SubtreeNumber child) -> Group* {
    // An entry that an earlier parent left does not name a group of this parent.
    const std::uint32_t at = group_of_[child];
    const bool is_known = at >= begin && at < groups_.size() && groups_[at].subtree == child;
    return is_known ? &groups_[at] : nullptr;
  };
  for (const SubtreeNumber child : children(info)) {
    if (Group* const group = group_of(child)) {
      ++group->count;
    } else {
      group_of_[child] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({.subtree = child, .count = 1});
    }
  }
  auto next = static_cast<std::uint32_t>(places_.size());
  for (Group& group : std::span(groups_).subspan(begin)) {
    group.begin = next;
    next += std::exchange(group.count, 0);
  }
  places_.resize(next);
  std::uint32_t place = 0;
  for (const SubtreeNumber child : children(info)) {
    Group& group = *group_of(child);
    places_[group.begin + group.count++] = place++;
  }
  info.groups_begin = begin;
  info.groups_end = static_cast<std::uint32_t>(groups_.size());
}

namespace {

constexpr std::size_t kMostTrees = 48;  // more than a tile of a similarity matrix has on a side
constexpr std::size_t kMostElements = 500'000;  // some 50 MB; then the cache starts again

using Recent = RecentTrees<DistinctSubtrees>;

const DistinctSubtrees& subtrees_of(const dom::TagTree& tree, Recent& recent) {
  if (recent.elements_added() > kMostElements) recent.clear();
  return recent.of(tree, [&](DistinctSubtrees& made) { made.assign(tree); });
}

}  // namespace

// A cache for each side, so that the second tree cannot replace the first.
DistinctSubtreesPair distinct_subtrees_of(const dom::TagTree& a, const dom::TagTree& b) {
  thread_local Recent left(kMostTrees);
  thread_local Recent right(kMostTrees);
  return {&subtrees_of(a, left), &subtrees_of(b, right)};
}

}  // namespace pagekin::align
