// Pages that have the same tree share one copy of it, in a TreeSet; pages that have the same
// set of class names share one copy, here. Pages that share both are twins.
#include "pagekin/measure/ted_verdicts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pagekin/measure/overlap.h"
#include "pagekin/ted/cascade.h"
#include "pagekin/ted/tree_set.h"

namespace pagekin::measure {
namespace {

constexpr std::size_t kMostSetsInTable = 1024;  // 8 MB

constexpr std::array<VerdictStage, 2> kStyleStages{{{"size"}, {"style", true}}};

// Returns the largest number in [first, last] that is ok(), by binary search. `first` is ok.
template <class Ok>
std::size_t largest(std::size_t first, std::size_t last, Ok ok) {
  while (first < last) {
    const std::size_t middle = last - (last - first) / 2;
    if (ok(middle)) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

// The different sets of class names of the pages, and their similarities.
class ClassSets {
 public:
  explicit ClassSets(std::span<const Features> pages) : numbers_(pages.size()) {
    std::vector<std::size_t> order(pages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto names = [&](std::size_t page) -> const std::vector<std::uint64_t>& {
      return pages[page].class_names;
    };
    std::ranges::sort(order, {}, names);
    for (const std::size_t page : order) {
      if (sets_.empty() || !std::ranges::equal(sets_.back(), names(page))) {
        sets_.emplace_back(names(page));
      }
      numbers_[page] = static_cast<std::uint32_t>(sets_.size() - 1);
    }
    if (sets_.size() > kMostSetsInTable) return;
    table_.resize(sets_.size() * sets_.size());
    for (std::size_t a = 0; a < sets_.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        table_[a * sets_.size() + b] = table_[b * sets_.size() + a] =
            jaccard(sets_[a], sets_[b], 0);
      }
    }
  }

  std::uint32_t number(std::size_t page) const { return numbers_[page]; }
  std::size_t size(std::size_t page) const { return sets_[numbers_[page]].size(); }

  double style(std::size_t a, std::size_t b) const {
    if (!table_.empty()) return table_[numbers_[a] * sets_.size() + numbers_[b]];
    return jaccard(sets_[numbers_[a]], sets_[numbers_[b]], 0);
  }

 private:
  std::vector<SortedHashes> sets_;
  std::vector<std::uint32_t> numbers_;  // by page
  std::vector<double> table_;           // by pair of sets; empty if there are too many sets
};

// Returns for each page the first page with an equal key.
std::vector<std::uint32_t> first_of_each(std::span<const std::uint64_t> keys) {
  std::unordered_map<std::uint64_t, std::uint32_t> first;
  std::vector<std::uint32_t> twins;
  for (const std::uint64_t key : keys) {
    twins.push_back(first.try_emplace(key, static_cast<std::uint32_t>(twins.size())).first->second);
  }
  return twins;
}

// For kappa = 0: only class names count.
class StyleVerdicts final : public Verdicts {
 public:
  StyleVerdicts(std::span<const Features> pages, double at_least)
      : sets_(pages), at_least_(at_least) {
    std::vector<std::uint64_t> keys;
    for (std::size_t page = 0; page < pages.size(); ++page) {
      keys.push_back(sets_.number(page));
      most_names_ = std::max(most_names_, sets_.size(page));
    }
    twins_ = first_of_each(keys);
  }

  std::span<const VerdictStage> stages() const override { return kStyleStages; }
  std::size_t twin(std::size_t page) const override { return twins_[page]; }
  double weight(std::size_t page) const override { return static_cast<double>(sets_.size(page)); }

  // In the best case one set contains the other.
  double reach(std::size_t page) const override {
    const std::size_t names = sets_.size(page);
    return static_cast<double>(largest(names, most_names_, [&](std::size_t other) {
      return reaches(static_cast<double>(names) / static_cast<double>(other), at_least_);
    }));
  }

  Verdict decide(std::size_t a, std::size_t b) const override {
    const double style = sets_.style(a, b);
    return {.similar = reaches(style, at_least_), .stage = 1, .similarity = style};
  }

 private:
  ClassSets sets_;
  double at_least_;
  std::size_t most_names_ = 0;
  std::vector<std::uint32_t> twins_;
};

std::vector<const dom::TagTree*> trees_of(const TedFormula& similarity,
                                          std::span<const Features> pages) {
  std::vector<const dom::TagTree*> trees;
  for (const Features& page : pages) trees.push_back(&similarity.tree_of(page));
  return trees;
}

class TedVerdicts final : public Verdicts {
 public:
  TedVerdicts(const TedFormula& similarity, std::span<const Features> pages, double at_least,
              bool exact)
      : similarity_(similarity),
        at_least_(at_least),
        exact_(exact),
        trees_(trees_of(similarity, pages), {.costs = similarity.costs,
                                             .algorithm = similarity.algorithm,
                                             .limits = similarity.limits}) {
    if (similarity.kappa < 1) sets_.emplace(pages);
    std::vector<std::uint64_t> keys;
    for (std::size_t page = 0; page < pages.size(); ++page) {
      const std::uint64_t set = sets_ ? sets_->number(page) : 0;
      keys.push_back((set << 32U) + trees_.number(page));
      most_elements_ = std::max(most_elements_, size(page));
    }
    twins_ = first_of_each(keys);
    stages_.push_back({"size"});
    if (sets_) stages_.push_back({"style"});
    const auto more = ted::cascade_stages();
    stages_.insert(stages_.end(), more.begin(), more.end());
  }

  std::span<const VerdictStage> stages() const override { return stages_; }
  std::size_t twin(std::size_t page) const override { return twins_[page]; }
  double weight(std::size_t page) const override { return static_cast<double>(size(page)); }

  // In the best case only insertions are needed, and the class names are equal.
  double reach(std::size_t page) const override {
    const std::size_t elements = size(page);
    return static_cast<double>(largest(elements, most_elements_, [&](std::size_t other) {
      return reaches(similarity_.similarity(growth(elements, other), elements, other, 1),
                     at_least_);
    }));
  }

  Verdict decide(std::size_t a, std::size_t b) const override {
    const std::size_t n1 = size(a);
    const std::size_t n2 = size(b);
    const double style = sets_ ? sets_->style(a, b) : 1;
    const auto similar = [&](std::size_t stage, ted::EditCost distance) {
      return Verdict{.similar = true,
                     .stage = static_cast<std::uint8_t>(stage),
                     .similarity = similarity_.similarity(distance, n1, n2, style)};
    };
    const std::size_t style_stage = sets_ ? 1 : 0;
    const auto budget = similarity_.budget(n1, n2, style, at_least_);
    if (!budget || growth(n1, n2) > *budget) {
      return {.stage = static_cast<std::uint8_t>(style_stage)};
    }
    const std::uint32_t x = trees_.number(a);
    const std::uint32_t y = trees_.number(b);
    if (n1 == 0 || n2 == 0 || x == y) return similar(style_stage, 0);
    const auto answer = trees_.within(x, y, *budget, exact_);
    const std::size_t stage = style_stage + 1 + static_cast<std::size_t>(answer.stage);
    if (answer.within) return similar(stage, answer.distance);
    return {.stage = static_cast<std::uint8_t>(stage)};
  }

 private:
  std::size_t size(std::size_t page) const { return trees_.size(trees_.number(page)); }

  // The least distance of trees with these numbers of elements.
  ted::EditCost growth(std::size_t n1, std::size_t n2) const {
    return (n1 < n2 ? n2 - n1 : n1 - n2) * similarity_.costs.insert;
  }

  TedFormula similarity_;
  double at_least_;
  bool exact_;
  ted::TreeSet trees_;
  std::optional<ClassSets> sets_;  // if style counts
  std::size_t most_elements_ = 0;
  std::vector<std::uint32_t> twins_;
  std::vector<VerdictStage> stages_;
};

}  // namespace

std::unique_ptr<Verdicts> ted_verdicts(const TedFormula& similarity,
                                       std::span<const Features> pages, double at_least,
                                       bool exact) {
  if (similarity.kappa == 0) return std::make_unique<StyleVerdicts>(pages, at_least);
  return std::make_unique<TedVerdicts>(similarity, pages, at_least, exact);
}

}  // namespace pagekin::measure
