#include "pagekin/wrapper/weigh_selectors.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/stop.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::int32_t kMaxOrdinal = 30;  // selectors do not count further
constexpr std::size_t kMaxTrueShapes = 12;
constexpr std::size_t kMaxTrueSlots = 200;  // of a labelled page, whose keys are candidates
constexpr double kFixedShare = 0.5;  // a text on this share of the pages is one of the template

// A selector that may be kept.
struct Candidate {
  WeighedSelector found;
  std::uint32_t key_number = 0;
  std::uint32_t count = 0;  // slots with the key on the labelled page
  double first_weight = 0;
  double weight = 0;
  double coverage = 0;
  bool is_constant = false;
};

// What is known of true values.
struct TrueValues {
  std::vector<ValueShape> shapes;
  double fixed = 0;  // share of them that are texts of the template
};

// What is known of a result whichever selector gives it.
struct ResultFacts {
  double fixed = 0;     // share of results that are texts of the template
  double shape = 0;     // mean similarity to true values
  double before = 0;    // share of the commonest text before
  double most = 0;      // share of the commonest value
  double distinct = 0;  // distinct values by results
};

// How the matches of a selector's key are spread over the pages.
struct Spread {
  std::size_t pages = 0;       // with a match
  std::size_t same_count = 0;  // with as many as the labelled page
  std::size_t results = 0;     // with a match at the ordinal of the selector
  std::size_t single = 0;      // of these, with no other match
  std::uint64_t result = 1;    // a hash of all results
};

// The number of distinct hashes, and how often the commonest occurs. Sorts them.
std::pair<std::size_t, std::size_t> runs_of(std::vector<std::uint64_t>& hashes) {
  std::ranges::sort(hashes);
  std::size_t distinct = 0;
  std::size_t most = 0;
  for_each_run(std::span(hashes), std::identity(), [&](std::span<const std::uint64_t> same) {
    ++distinct;
    most = std::max(most, same.size());
  });
  return {distinct, most};
}

// selector_at(i): the i-th of `count` selectors.
template <class SelectorAt>
std::vector<Outcome> outcomes_of(std::size_t count, std::size_t pages,
                                 const SelectorAt& selector_at) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(pages);
  std::vector<Vote> votes;
  for (std::size_t page = 0; page < pages; ++page) {
    votes.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const WeighedSelector& one = selector_at(i);
      votes.push_back(
          {one.selector.family, one.selector.weight, one.selector.silence, one.values[page]});
    }
    outcomes.push_back(count_votes(votes));
  }
  return outcomes;
}

class Weigher {
 public:
  Weigher(const TemplatePages& pages, const KeyMatches& matches, const PlacedField& field,
          const Extent& extent, const LearnOptions& options)
      : pages_(pages),
        matches_(matches),
        field_(field),
        extent_(extent),
        options_(options),
        references_(matches.references_of(field)) {
    for (const PlacedField::Placed& placed : field_.placed) {
      std::vector<std::uint64_t>& hashes = true_hashes_.emplace_back();
      for (std::size_t i = 0; i < placed.slots.size(); ++i) {
        const std::uint32_t slot = placed.slots[i];
        has_placeholders_ |= is_placeholder(pages_[placed.page].value(slot));
        if (is_whole_value(placed, i)) hashes.push_back(result_of(placed.page, slot));
      }
    }
  }

  std::vector<WeighedSelector> run() {
    true_values_ = true_values();
    std::vector<Candidate> candidates = without_repetitions(this->candidates());
    distrust_constants(candidates);
    weigh_by_agreement(candidates);
    keep_strongest(candidates);
    std::vector<WeighedSelector> selectors;
    selectors.reserve(candidates.size());
    for (Candidate& one : candidates) selectors.push_back(std::move(one.found));
    return selectors;
  }

 private:
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> candidates;
    std::unordered_set<std::uint64_t> seen;
    const auto add = [&](const Key& key, std::uint32_t number, std::int32_t ordinal,
                         std::size_t count) {
      if (!seen.insert(hash_pair(key.hash, static_cast<std::uint64_t>(ordinal))).second) return;
      Candidate& one = candidates.emplace_back();
      one.found.selector = {.family = key.family, .key = key.hash, .ordinal = ordinal};
      one.key_number = number;
      one.count = static_cast<std::uint32_t>(count);
    };
    for (const PlacedField::Placed& placed : field_.placed) {
      for (const std::uint32_t slot : true_slots(placed)) {
        for (const Key& key : matches_.keys_of(placed.page, slot)) {
          const std::uint32_t number = matches_.number_of(key);
          const std::span<const Match> same = matches_.with(number, placed.page);
          const auto found = std::ranges::lower_bound(same, slot, {}, &Match::slot);
          if (found == same.end() || found->slot != slot) continue;  // not among the texts
          const auto place = static_cast<std::int32_t>(found - same.begin());
          const auto size = static_cast<std::int32_t>(same.size());
          if (place <= kMaxOrdinal) add(key, number, place, same.size());
          if (size - place <= kMaxOrdinal && !options_.only_path) {
            add(key, number, place - size, same.size());
          }
        }
      }
    }
    return candidates;
  }

  // Whether the extent gives the labelled value at its i-th place. The same text may stand
  // elsewhere, in an element that holds more.
  bool is_whole_value(const PlacedField::Placed& placed, std::size_t i) const {
    if (extent_.kind != Extent::Kind::kContainer || extent_.item != 0) return true;
    return range_of(pages_[placed.page], pages_.vocabulary(), extent_, placed.slots[i]) ==
           placed.ranges[i];
  }

  // Of a list the first item finds all: other pages may have fewer, and what finds the third item
  // would say there that the field is absent.
  bool is_later_item(const PlacedField::Placed& placed, std::size_t i) const {
    if (extent_.kind != Extent::Kind::kContainer || extent_.item == 0) return false;
    const std::vector<SlotRange> items =
        items_of(pages_[placed.page], pages_.vocabulary(), extent_, placed.slots[i]);
    return !items.empty() && items.front().first != placed.slots[i];
  }

  // The slots whose keys may find the values of a page.
  std::vector<std::uint32_t> true_slots(const PlacedField::Placed& placed) const {
    std::vector<std::uint32_t> slots;
    for (std::size_t i = 0; i < placed.ranges.size(); ++i) {
      const SlotRange& range = placed.ranges[i];
      if (!is_whole_value(placed, i) || is_later_item(placed, i)) continue;
      for (std::uint32_t slot = range.first; slot <= range.last; ++slot) {
        const bool has_keys = slot < range.first + kFirstTexts || slot == range.last;
        const bool is_wanted = slot == range.first || extent_.kind == Extent::Kind::kContainer;
        if (has_keys && is_wanted && slots.size() < kMaxTrueSlots) slots.push_back(slot);
      }
    }
    return slots;
  }

  // Whether the slot says that there is no value, and labelled values do not look like that.
  bool is_placeholder_for(const Match& match) const {
    return pages_[match.page].slots[match.slot].source == Source::kText &&
           is_placeholder(pages_[match.page].value(match.slot)) && !has_placeholders_;
  }

  // A hash of the value that the slot is a part of.
  std::uint64_t result_of(std::uint32_t page, std::uint32_t slot) {
    if (extent_.kind != Extent::Kind::kContainer) return pages_[page].slots[slot].hash;
    const auto [known, is_new] = results_.try_emplace((std::uint64_t{page} << 32) | slot, 0);
    if (is_new) {
      const SlotRange range = range_of(pages_[page], pages_.vocabulary(), extent_, slot);
      known->second = hash_of(pages_[page], range);
    }
    return known->second;
  }

  TrueValues true_values() const {
    TrueValues known;
    std::size_t slots = 0;
    std::size_t fixed = 0;
    for (const PlacedField::Placed& placed : field_.placed) {
      for (const std::uint32_t slot : placed.slots) {
        const PageSlots& page = pages_[placed.page];
        if (known.shapes.size() < kMaxTrueShapes) {
          known.shapes.push_back(value_shape(page.value(slot)));
        }
        ++slots;
        fixed += pages_.has_on(kFixedShare, page.slots[slot].hash) ? 1 : 0;
      }
    }
    known.fixed = static_cast<double>(fixed) / static_cast<double>(slots);
    return known;
  }

  // Runs and weighs all candidates. Of a family that finds the same values everywhere, one is kept.
  std::vector<Candidate> without_repetitions(std::vector<Candidate> candidates) {
    std::vector<Candidate> kept;
    std::unordered_set<std::uint64_t> behaviours;
    for (Candidate& one : candidates) {
      check_stop();
      weigh(one);
      if (one.first_weight <= 0) continue;
      std::uint64_t behaviour = static_cast<std::uint64_t>(one.found.selector.family) + 1;
      for (const std::uint64_t value : one.found.values) behaviour = hash_pair(behaviour, value);
      if (behaviours.insert(behaviour).second) kept.push_back(std::move(one));
    }
    return kept;
  }

  // Sets what the candidate finds.
  Spread find_results(Candidate& one) {
    WeighedSelector& found = one.found;
    found.slots.assign(pages_.size(), kNone);
    found.values.assign(pages_.size(), 0);
    const std::span<const Match> matches = matches_.with(one.key_number);
    const std::int32_t ordinal = found.selector.ordinal;
    Spread spread;
    for_each_run(matches, &Match::page, [&](std::span<const Match> on_page) {
      const auto size = static_cast<std::int64_t>(on_page.size());
      ++spread.pages;
      spread.same_count += size == static_cast<std::int64_t>(one.count) ? 1 : 0;
      const std::int64_t at = ordinal >= 0 ? ordinal : size + ordinal;
      if (at < 0 || at >= size) return;
      const Match& match = on_page[static_cast<std::size_t>(at)];
      if (options_.places && matches_.is_elsewhere(match, references_)) return;
      const std::uint64_t value = result_of(match.page, match.slot);
      if (value == 0 || is_placeholder_for(match)) return;
      found.slots[match.page] = match.slot;
      found.values[match.page] = value;
      spread.result = hash_pair(hash_pair(spread.result, match.page), match.slot);
      ++spread.results;
      spread.single += size == 1 ? 1 : 0;
    });
    return spread;
  }

  ResultFacts facts_of(const std::vector<std::uint32_t>& slots) {
    values_.clear();
    before_.clear();
    std::size_t fixed = 0;
    double shape = 0;
    for (std::uint32_t p = 0; p < slots.size(); ++p) {
      if (slots[p] == kNone) continue;
      const PageSlots& page = pages_[p];
      const Slot& slot = page.slots[slots[p]];
      fixed += pages_.has_on(kFixedShare, slot.hash) ? 1 : 0;
      values_.push_back(extent_.item == 0 ? slot.hash : result_of(p, slots[p]));
      before_.push_back(slot.previous == kNone ? 0 : page.slots[slot.previous].hash);
      const ValueShape own = value_shape(page.value(slots[p]));
      double nearest = 0;
      for (const ValueShape& known : true_values_.shapes) {
        nearest = std::max(nearest, shape_similarity(own, known));
      }
      shape += nearest;
    }
    const auto found = static_cast<double>(values_.size());
    const auto [distinct, most] = runs_of(values_);
    // The first item of a list may be the same everywhere, as in a breadcrumb; then all of it
    // counts.
    if (extent_.item != 0) fixed = most * 2 > values_.size() ? most : 0;
    return {.fixed = static_cast<double>(fixed) / found,
            .shape = shape / found,
            .before = static_cast<double>(runs_of(before_).second) / found,
            .most = static_cast<double>(most) / found,
            .distinct = static_cast<double>(distinct) / found};
  }

  // The share of labelled pages on which it is right, with one failure more than there are.
  double share_of_hits(const std::vector<std::uint64_t>& values) const {
    std::size_t hits = 0;
    std::size_t misses = 0;
    for (std::size_t i = 0; i < field_.placed.size(); ++i) {
      const std::uint64_t value = values[field_.placed[i].page];
      if (value == 0) continue;
      const std::vector<std::uint64_t>& wanted = true_hashes_[i];
      ++(std::ranges::find(wanted, value) != wanted.end() ? hits : misses);
    }
    for (const std::uint32_t page : field_.absent) misses += values[page] != 0 ? 1 : 0;
    return static_cast<double>(hits) / static_cast<double>(hits + misses + 1);
  }

  // Sets what the candidate finds, and its first weight.
  void weigh(Candidate& one) {
    const Spread spread = find_results(one);
    if (spread.results == 0) return;
    // Many selectors find the same.
    auto known = facts_.find(spread.result);
    if (known == facts_.end()) {
      known = facts_.emplace(spread.result, facts_of(one.found.slots)).first;
    }
    const ResultFacts& fact = known->second;
    const auto found = static_cast<double>(spread.results);
    const double hit = share_of_hits(one.found.values);
    const double fixed = std::max(0.0, fact.fixed - true_values_.fixed);
    const auto single = static_cast<double>(spread.single);
    const auto same_count = static_cast<double>(spread.same_count);
    const auto pages_matched = static_cast<double>(spread.pages);
    const double distinct = is_text_of_template() ? 1 : fact.distinct;
    one.coverage = found / static_cast<double>(pages_.size());
    one.first_weight = std::pow(2 * hit, options_.hit) * std::pow(one.coverage, options_.coverage) *
                       std::pow(1 - 0.9 * fixed, options_.fixed) *
                       std::pow(0.3 + 0.7 * fact.shape, options_.shape) *
                       std::pow(0.4 + 0.6 * single / found, options_.unique) *
                       std::pow(0.5 + 0.5 * fact.before, options_.previous) *
                       std::pow(0.4 + 0.6 * same_count / pages_matched, options_.count) *
                       std::pow(0.3 + 0.7 * distinct, options_.distinct);
    one.is_constant = fact.most > options_.constant;
  }

  // Whether the true value is a text of the template, such as that of a footer. A value that also
  // stands elsewhere on its page may be content that is named in a menu, too.
  bool is_text_of_template() const {
    return true_values_.fixed > kFixedShare &&
           std::ranges::all_of(field_.placed, [](const PlacedField::Placed& placed) {
             return placed.slots.size() == 1;
           });
  }

  // What finds the same text everywhere is a text of the template, unless all do.
  void distrust_constants(std::vector<Candidate>& candidates) const {
    if (is_text_of_template() || std::ranges::all_of(candidates, &Candidate::is_constant)) return;
    for (Candidate& one : candidates) {
      if (one.is_constant) one.first_weight *= 1e-3;
    }
  }

  void weigh_by_agreement(std::vector<Candidate>& candidates) const {
    for (Candidate& one : candidates) one.weight = one.first_weight;
    for (int round = 0; round < options_.rounds; ++round) {
      for (Candidate& one : candidates) one.found.selector.weight = static_cast<float>(one.weight);
      const std::vector<Outcome> outcomes =
          outcomes_of(candidates.size(), pages_.size(),
                      [&](std::size_t i) -> const WeighedSelector& { return candidates[i].found; });
      for (Candidate& one : candidates) {
        std::size_t found = 0;
        std::size_t agreed = 0;
        for (std::size_t page = 0; page < pages_.size(); ++page) {
          const std::uint64_t value = one.found.values[page];
          if (value == 0) continue;
          ++found;
          agreed += value == outcomes[page].value ? 1 : 0;
        }
        const double agreement =
            static_cast<double>(agreed) / static_cast<double>(std::max<std::size_t>(1, found));
        one.weight = one.first_weight * std::pow(agreement, options_.agreement);
      }
    }
  }

  // Keeps the strongest, and makes the weights of a full vote 1.
  void keep_strongest(std::vector<Candidate>& candidates) const {
    std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::weight);
    const std::size_t most = options_.only_best ? 1 : options_.max_selectors;
    if (candidates.size() > most) {
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(most), candidates.end());
    }
    FamilySet seen;
    double total = 0;
    for (const Candidate& one : candidates) {
      const auto family = static_cast<std::size_t>(one.found.selector.family);
      if (!seen[family]) total += one.weight;
      seen.set(family);
    }
    for (Candidate& one : candidates) {
      Selector& selector = one.found.selector;
      one.weight /= total > 0 ? total : 1;
      selector.weight = static_cast<float>(one.weight);
      selector.silence =
          static_cast<float>(one.weight * std::pow(one.coverage, options_.silence) *
                             (is_anchored_in_text(selector.family) ? 1 : options_.silence_other));
    }
  }

  const TemplatePages& pages_;
  const KeyMatches& matches_;
  const PlacedField& field_;
  const Extent& extent_;
  const LearnOptions& options_;
  FieldReferences references_;
  bool has_placeholders_ = false;                             // among labelled values
  std::vector<std::vector<std::uint64_t>> true_hashes_;       // by labelled page
  std::unordered_map<std::uint64_t, std::uint64_t> results_;  // of result_of()
  TrueValues true_values_;
  std::unordered_map<std::uint64_t, ResultFacts> facts_;  // by the hash of all results
  std::vector<std::uint64_t> values_;                     // of facts_of()
  std::vector<std::uint64_t> before_;
};

}  // namespace

std::vector<WeighedSelector> weighed_selectors(const TemplatePages& pages,
                                               const KeyMatches& matches, const PlacedField& field,
                                               const Extent& extent, const LearnOptions& options) {
  return Weigher(pages, matches, field, extent, options).run();
}

FieldVotes vote_on_pages(std::span<const WeighedSelector> selectors, std::size_t pages) {
  FieldVotes votes;
  votes.outcomes =
      outcomes_of(selectors.size(), pages,
                  [&](std::size_t i) -> const WeighedSelector& { return selectors[i]; });
  votes.slots.assign(pages, kNone);
  for (std::size_t page = 0; page < pages; ++page) {
    const std::uint64_t value = votes.outcomes[page].value;
    if (value == 0) continue;
    const auto finder = std::ranges::find_if(
        selectors, [&](const WeighedSelector& one) { return one.values[page] == value; });
    if (finder != selectors.end()) votes.slots[page] = finder->slots[page];
  }
  return votes;
}

}  // namespace pagekin::wrapper
