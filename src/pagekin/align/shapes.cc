#include "pagekin/align/shapes.h"

#include <algorithm>
#include <utility>

#include "pagekin/align/number_table.h"
#include "pagekin/core/hash.h"

namespace pagekin::align {

// Tells a hash of earlier siblings from that of a child.
constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;

void Shapes::assign(const dom::TagTree& tree) {
  thread_local NumberTable numbers;
  tree_ = tree;
  infos_.clear();
  children_.clear();
  child_tags_.clear();
  groups_.clear();
  places_.clear();
  group_of_.clear();
  shape_of_.resize(tree.size());
  numbers.start(tree.size());
  const std::uint64_t seed = process_seed();
  // Children come after their parent: backwards, their shapes are known.
  for (std::size_t i = tree.size(); i-- > 0;) {
    std::uint64_t hash = mix(seed + tree.tags[i]);
    const std::size_t end = i + tree.sizes[i];
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      hash = mix(hash * kOdd + infos_[shape_of_[child]].hash);
    }
    const auto fresh = static_cast<Shape>(infos_.size());
    shape_of_[i] = numbers.insert(hash, fresh);
    if (shape_of_[i] == fresh) add(tree, i, hash);
  }
}

void Shapes::add(const dom::TagTree& tree, std::size_t element, std::uint64_t hash) {
  Info info{.tag = tree.tags[element], .size = tree.sizes[element], .hash = hash};
  info.begin = static_cast<std::uint32_t>(children_.size());
  info.leaves = info.is_leaf() ? 1 : 0;
  std::uint64_t loose = 0;
  const std::size_t end = element + tree.sizes[element];
  for (std::size_t child = element + 1; child < end; child += tree.sizes[child]) {
    const Info& of_child = infos_[shape_of_[child]];
    info.height = std::max(info.height, of_child.height + 1);
    info.leaves += of_child.leaves;
    info.child_heights += of_child.height;
    loose += mix(of_child.loose_hash);
    info.child_tag_bits |= std::uint64_t{1} << (mix(process_seed() ^ of_child.tag) % 64);
    children_.push_back(shape_of_[child]);
    child_tags_.push_back(of_child.tag);
  }
  info.end = static_cast<std::uint32_t>(children_.size());
  info.loose_hash = mix(mix(process_seed() + info.tag) + loose);
  group_children(info);
  infos_.push_back(info);
  group_of_.push_back(0);
}

void Shapes::group_children(Info& info) {
  const auto begin = static_cast<std::uint32_t>(groups_.size());
  const auto group_of = [&](Shape shape) -> Group* {
    // What an earlier parent left there is not one of this parent's groups.
    const std::uint32_t at = group_of_[shape];
    const bool is_known = at >= begin && at < groups_.size() && groups_[at].shape == shape;
    return is_known ? &groups_[at] : nullptr;
  };
  for (const Shape shape : children(info)) {
    if (Group* const group = group_of(shape)) {
      ++group->count;
    } else {
      group_of_[shape] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({.shape = shape, .count = 1});
    }
  }
  auto next = static_cast<std::uint32_t>(places_.size());
  for (Group& group : std::span(groups_).subspan(begin)) {
    group.begin = next;
    next += std::exchange(group.count, 0);
  }
  places_.resize(next);
  std::uint32_t place = 0;
  for (const Shape shape : children(info)) {
    Group& group = *group_of(shape);
    places_[group.begin + group.count++] = place++;
  }
  info.groups_begin = begin;
  info.groups_end = static_cast<std::uint32_t>(groups_.size());
}

namespace {

// More trees than a tile of a matrix has on one side.
constexpr std::size_t kMostTrees = 48;
// Of trees worked on since all were dropped: some 50 MB, and seldom a new start.
constexpr std::size_t kMostElements = 500'000;

// The shapes of trees that were lately asked for, first in, first out.
class LatelyUsed {
 public:
  const Shapes& of(const dom::TagTree& tree) {
    for (const Shapes& shapes : kept_) {
      if (shapes.are_of(tree)) return shapes;
    }
    elements_ += tree.size();
    if (elements_ > kMostElements) {
      kept_.clear();
      next_ = 0;
      elements_ = tree.size();
    }
    kept_.reserve(kMostTrees);
    if (kept_.size() < kMostTrees) {
      next_ = kept_.size();
      kept_.emplace_back();
    }
    Shapes& shapes = kept_[next_];
    next_ = (next_ + 1) % kMostTrees;
    shapes.assign(tree);
    return shapes;
  }

 private:
  std::vector<Shapes> kept_;
  std::size_t next_ = 0;
  std::size_t elements_ = 0;
};

}  // namespace

ShapePair shapes_of(const dom::TagTree& a, const dom::TagTree& b) {
  thread_local LatelyUsed left;
  thread_local LatelyUsed right;
  return {&left.of(a), &right.of(b)};
}

}  // namespace pagekin::align
