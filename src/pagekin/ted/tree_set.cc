#include "pagekin/ted/tree_set.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include "pagekin/ted/lower_bounds.h"

namespace pagekin::ted {
namespace {

constexpr std::size_t kByteLabels = 256;

}  // namespace

TreeSet::TreeSet(std::span<const dom::TagTree* const> trees, const TreeDistanceQuestion& question)
    : question_(question) {
  assert(question.costs.symmetric());
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number_of_root;
  std::uint32_t empty = none;
  std::vector<const dom::TagTree*> originals;  // by number
  for (const dom::TagTree* tree : trees) {
    EditTree made = subtrees_.make(*tree);
    number_of_root.resize(subtrees_.count(), none);
    std::uint32_t& number = made.empty() ? empty : number_of_root[made.root_id()];
    if (number == none) {
      number = static_cast<std::uint32_t>(trees_.size());
      trees_.push_back(std::move(made));
      originals.push_back(tree);
    }
    numbers_.push_back(number);
  }
  rank_trees(originals);
  count_labels();
}

// Ranks depend on the trees alone, not on their order in the set. Pairs are compared in order
// of rank: distances are symmetric, but upper bounds and limits need not be, and they must not
// depend on which page was read first.
void TreeSet::rank_trees(std::span<const dom::TagTree* const> originals) {
  std::vector<std::uint32_t> order(originals.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const dom::TagTree& x = *originals[a];
    const dom::TagTree& y = *originals[b];
    if (x.size() != y.size()) return x.size() < y.size();
    return x.tags != y.tags ? x.tags < y.tags : x.sizes < y.sizes;
  });
  ranks_.resize(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks_[order[rank]] = rank;
}

// Sorts labels by falling frequency: frequent ones get a bin and a byte of their own, all
// others share the last.
void TreeSet::count_labels() {
  const std::size_t labels = subtrees_.label_count();
  std::vector<std::uint64_t> counts(labels);
  std::size_t elements = 0;
  for (const EditTree& tree : trees_) {
    starts_.push_back(elements);
    elements += tree.size();
    for (const std::uint32_t label : tree.labels) ++counts[label];
  }
  std::vector<std::uint32_t> by_count(labels);
  std::iota(by_count.begin(), by_count.end(), 0U);
  std::ranges::stable_sort(by_count, std::ranges::greater{},
                           [&](std::uint32_t label) { return counts[label]; });
  std::vector<std::uint8_t> byte_of(labels);
  for (std::size_t rank = 0; rank < labels; ++rank) {
    byte_of[by_count[rank]] = static_cast<std::uint8_t>(std::min(rank, kByteLabels - 1));
  }

  subtree_labels_ = std::make_unique<SubtreeLabels>(subtrees_, byte_of);
  preorder_.reserve(elements);
  postorder_.reserve(elements);
  tags_.reserve(2 * elements);
  const auto half = [](std::uint8_t byte) { return std::min<unsigned>(byte, kByteLabels / 2 - 1); };
  bins_.resize(trees_.size());
  for (std::size_t number = 0; number < trees_.size(); ++number) {
    for (const std::uint32_t label : trees_[number].preorder_labels) {
      preorder_.push_back(byte_of[label]);
    }
    for (const std::uint32_t label : trees_[number].labels) {
      postorder_.push_back(byte_of[label]);
      add_label(bins_[number], byte_of[label]);
    }
    for_tags(
        trees_[number],
        [&](std::uint32_t label) {
          tags_.push_back(static_cast<std::uint8_t>(2 * half(byte_of[label])));
        },
        [&](std::uint32_t label) {
          tags_.push_back(static_cast<std::uint8_t>(2 * half(byte_of[label]) + 1));
        });
  }
}

std::unique_ptr<TreeSet::CachedBounds> TreeSet::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<CachedBounds> bounds = std::move(idle_.back());
      idle_.pop_back();
      return bounds;
    }
  }
  return std::make_unique<CachedBounds>(CachedBounds{
      TopDownBound(subtrees_, question_.costs), ForestBound(*subtree_labels_, question_.costs)});
}

void TreeSet::give_back(std::unique_ptr<CachedBounds> bounds) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(bounds));
}

class TreeSet::Pair final : public PairBounds {
 public:
  Pair(const TreeSet& set, std::uint32_t a, std::uint32_t b) : set_(set), a_(a), b_(b) {}
  ~Pair() override {
    if (bounds_) set_.give_back(std::move(bounds_));
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  EditCost by_labels() override {
    const std::size_t n1 = set_.size(a_);
    const std::size_t n2 = set_.size(b_);
    return edits_bound(bag_edits(set_.bins_[a_], set_.bins_[b_], n1, n2), n1, n2, costs());
  }
  EditCost by_preorder(EditCost at_most) override { return by_string(set_.preorder_, at_most); }
  EditCost by_postorder(EditCost at_most) override { return by_string(set_.postorder_, at_most); }

  EditCost upper(EditCost at_most) override {
    bounds_ = set_.borrow();
    return bounds_->upper(set_.trees_[a_].root_id(), set_.trees_[b_].root_id(), at_most);
  }
  EditCost by_tags(EditCost at_most) override {
    return tags_bound(set_.tags(a_), set_.tags(b_), costs(), at_most);
  }
  EditCost by_forests(EditCost at_most) override {
    return bounds_->forests(set_.trees_[a_], set_.trees_[b_], at_most);
  }

 private:
  const EditCosts& costs() const { return set_.question_.costs; }

  EditCost by_string(const std::vector<std::uint8_t>& labels, EditCost at_most) const {
    return sequence_bound(set_.bytes(labels, a_), set_.bytes(labels, b_), costs(), at_most);
  }

  const TreeSet& set_;
  std::uint32_t a_;
  std::uint32_t b_;
  std::unique_ptr<CachedBounds> bounds_;  // from upper() on
};

TreeSet::Answer TreeSet::within(std::uint32_t a, std::uint32_t b, EditCost at_most,
                                bool exact) const {
  if (ranks_[b] < ranks_[a]) std::swap(a, b);
  TreeDistanceQuestion question = question_;
  question.at_most = at_most;
  question.only_verdict = !exact;
  Pair bounds(*this, a, b);
  const StagedDistance found = run_cascade(trees_[a], trees_[b], question, bounds);
  if (found.distance.high > at_most) return {.stage = found.stage};
  return {.within = true, .stage = found.stage, .distance = found.distance.high};
}

}  // namespace pagekin::ted
