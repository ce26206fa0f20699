#include "pagekin/ted/tree_cascade.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <numeric>

#include "pagekin/align/levenshtein.h"
#include "pagekin/ted/tree_edit_bounds.h"

namespace pagekin::ted {
namespace {

constexpr std::size_t kByteLabels = 256;
constexpr std::array<VerdictStage, 7> kStages{{{"labels"},
                                               {"preorder"},
                                               {"postorder"},
                                               {"upper bound"},
                                               {"forests"},
                                               {"bounded", true},
                                               {"limit", true}}};

}  // namespace

std::span<const VerdictStage> TreeCascade::stages() { return kStages; }

TreeCascade::TreeCascade(std::span<const dom::TagTree* const> trees,
                         const TreeDistanceQuestion& question)
    : question_(question) {
  assert(question.costs.symmetric());
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number_of_root;
  std::uint32_t empty = none;
  for (const dom::TagTree* tree : trees) {
    EditTree made = subtrees_.make(*tree);
    number_of_root.resize(subtrees_.count(), none);
    std::uint32_t& number = made.empty() ? empty : number_of_root[made.root_id()];
    if (number == none) {
      number = static_cast<std::uint32_t>(trees_.size());
      trees_.push_back(std::move(made));
      originals_.push_back(tree);
    }
    numbers_.push_back(number);
  }
  count_labels();
}

// Labels by falling frequency: frequent ones keep a bin or byte of their own, all others
// share the last.
void TreeCascade::count_labels() {
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
  bins_.resize(trees_.size());
  for (std::size_t number = 0; number < trees_.size(); ++number) {
    for (const std::uint32_t label : trees_[number].preorder_labels) {
      preorder_.push_back(byte_of[label]);
    }
    for (const std::uint32_t label : trees_[number].labels) {
      postorder_.push_back(byte_of[label]);
      add_label(bins_[number], byte_of[label]);
    }
  }
}

// An order that does not depend on the numbers of the trees. Distances are symmetric;
// upper bounds and limits need not be, and should not show which page was read first.
bool TreeCascade::comes_first(std::uint32_t a, std::uint32_t b) const {
  if (size(a) != size(b)) return size(a) < size(b);
  const dom::TagTree& x = *originals_[a];
  const dom::TagTree& y = *originals_[b];
  return x.tags != y.tags ? x.tags < y.tags : x.sizes < y.sizes;
}

std::unique_ptr<TreeCascade::Bounds> TreeCascade::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Bounds> bounds = std::move(idle_.back());
      idle_.pop_back();
      return bounds;
    }
  }
  return std::make_unique<Bounds>(Bounds{TopDownBound(subtrees_, question_.costs),
                                         ForestBound(*subtree_labels_, question_.costs)});
}

void TreeCascade::give_back(std::unique_ptr<Bounds> bounds) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(bounds));
}

TreeCascade::Answer TreeCascade::within(std::uint32_t a, std::uint32_t b, EditCost at_most,
                                        bool exact) const {
  const EditCosts& costs = question_.costs;
  const std::size_t n1 = size(a);
  const std::size_t n2 = size(b);
  if (size_bound(n1, n2, costs) > at_most) return {.stage = kLabels};
  const std::size_t most = most_edits(at_most, n1, n2, costs);
  if (bag_edits(bins_[a], bins_[b], n1, n2) > most) return {.stage = kLabels};
  const std::size_t preorder = align::levenshtein(bytes(preorder_, a), bytes(preorder_, b), most);
  if (preorder > most) return {.stage = kPreorder};
  const std::size_t postorder =
      align::levenshtein(bytes(postorder_, a), bytes(postorder_, b), most);
  if (postorder > most) return {.stage = kPostorder};

  if (!comes_first(a, b)) std::swap(a, b);
  std::unique_ptr<Bounds> bounds = borrow();
  const EditCost upper = bounds->upper(trees_[a].root_id(), trees_[b].root_id(), at_most);
  EditCost lower = edits_bound(std::max(preorder, postorder), n1, n2, costs);
  const bool is_settled = upper <= at_most && (!exact || lower == upper);
  if (!is_settled) lower = std::max(lower, bounds->lower(trees_[a], trees_[b], at_most));
  give_back(std::move(bounds));
  if (is_settled) return {.within = true, .stage = kUpperBound, .distance = upper};
  if (lower > at_most) return {.stage = kForests};
  if (lower == upper) return {.within = true, .stage = kForests, .distance = upper};

  TreeDistanceQuestion question = question_;
  question.at_most = std::min(at_most, upper);
  question.only_verdict = !exact;
  const TreeDistance distance = tree_distance(trees_[a], trees_[b], question);
  if (distance.high <= at_most) {
    const bool answered = !exact || distance.exact();
    return {.within = true, .stage = answered ? kBounded : kLimit, .distance = distance.high};
  }
  return {.stage = distance.low > at_most ? kBounded : kLimit};
}

}  // namespace pagekin::ted
