#include "pagekin/wrapper/learn.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/key_table.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/vote.h"

namespace pagekin::wrapper {
namespace {

constexpr std::int32_t kMaxOrdinal = 30;  // selectors do not count further
constexpr std::size_t kMaxTrueShapes = 12;
constexpr double kFixedShare = 0.5;  // a text on so many pages is one of the template
constexpr double kCloseVote = 0.6;   // a smaller share of the winner is a doubt
constexpr std::size_t kMaxListKeys = 8;
constexpr std::uint32_t kFewestSure = 2;  // pages that show that a label is of another field
constexpr double kSureShare = 0.3;        // of pages on which a field stands behind its own label
constexpr double kToldByDigits = 0.3;     // of pages with a label whose digits count
constexpr std::size_t kMaxForeign = 500;

// The slots of a page with one key.
struct Match {
  std::uint32_t page = 0;
  std::uint32_t slot = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

// A selector that may be kept, and what it finds on each page.
struct Candidate {
  Family family = Family::kEnd;
  std::uint64_t key = 0;
  std::uint32_t key_number = 0;
  std::int32_t ordinal = 0;
  std::uint32_t count = 0;            // slots with the key on the labelled page
  std::vector<std::uint32_t> slots;   // by page; kNone: nothing
  std::vector<std::uint64_t> values;  // hashes; 0: nothing
  double first_weight = 0;
  double weight = 0;
  double coverage = 0;
  double agreement = 1;
  double silence = 0;
  bool is_constant = false;
};

// Where the labels of a field are.
struct PlacedField {
  struct Placed {
    std::uint32_t page = 0;
    std::vector<std::uint32_t> slots;
    std::vector<std::uint64_t> hashes;  // of these
    std::vector<std::string> values;
    std::size_t distinct = 0;  // values that were found
  };
  Extent extent;
  bool is_part = false;
  bool is_address = false;
  bool in_attribute = false;
  std::vector<Placed> placed;
  std::vector<std::uint32_t> absent;  // pages without the field
};

class Learner {
 public:
  Learner(std::span<const PageSlots* const> pages, std::span<const std::string_view> addresses,
          std::span<const LabelledField> fields, const LearnOptions& options, TemplateRules& rules)
      : pages_(pages), addresses_(addresses), fields_(fields), options_(options), rules_(rules) {}

  std::vector<LearnedField> run() {
    for (const PageSlots* page : pages_) counter_.add(*page);
    rules_.vocabulary = counter_.finish();
    rules_.pages = static_cast<std::uint32_t>(pages_.size());
    placed_.reserve(fields_.size());
    for (const LabelledField& field : fields_) placed_.push_back(place(field));
    collect_keys();
    find_matches();
    std::vector<LearnedField> learned;
    learned.reserve(fields_.size());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      check_stop();
      learned.push_back(learn(fields_[i], placed_[i]));
      if (learned.back().is_found) rules_.fields.push_back(learned.back().rule);
    }
    return learned;
  }

 private:
  std::string_view address_of(std::uint32_t page) const {
    return page < addresses_.size() ? addresses_[page] : std::string_view();
  }

  // Whole texts come before attributes, these before parts and runs. The best kind that any label
  // has is that of the field.
  PlacedField place(const LabelledField& field) const {
    PlacedField best;
    int best_rank = 0;
    for (const FieldLabel& label : field.labels) {
      if (label.values.empty() && label.slots.empty()) continue;
      for (const LabelPlace& found : places_of(label)) {
        const int rank = rank_of(label.page, found);
        if (rank <= best_rank) continue;
        best_rank = rank;
        best.extent = found.extent;
        best.is_part = found.is_part;
        best.is_address = found.is_address;
      }
    }
    for (const FieldLabel& label : field.labels) {
      if (label.values.empty() && label.slots.empty()) {
        best.absent.push_back(label.page);
        continue;
      }
      PlacedField::Placed placed{
          .page = label.page, .slots = {}, .hashes = {}, .values = label.values};
      for (const LabelPlace& found : places_of(label)) {
        const bool fits = best.is_part ? found.extent == best.extent
                                       : found.extent == best.extent && !found.is_part;
        if (!fits || found.slots.empty()) continue;
        ++placed.distinct;
        for (const std::uint32_t slot : found.slots) {
          placed.slots.push_back(slot);
          placed.hashes.push_back(pages_[label.page]->slots[slot].hash);
          if (pages_[label.page]->slots[slot].kind != SlotKind::kText) best.in_attribute = true;
        }
      }
      if (!placed.slots.empty()) best.placed.push_back(std::move(placed));
    }
    return best;
  }

  std::vector<LabelPlace> places_of(const FieldLabel& label) const {
    std::vector<LabelPlace> places;
    for (const std::uint32_t slot : label.slots) {
      LabelPlace& place = places.emplace_back();
      place.slots.push_back(slot);
    }
    if (!label.slots.empty()) return places;
    for (const std::string& value : label.values) {
      places.push_back(place_value(*pages_[label.page], value, address_of(label.page)));
    }
    return places;
  }

  int rank_of(std::uint32_t page, const LabelPlace& place) const {
    if (place.slots.empty()) return 0;
    if (place.is_part) return 2;
    if (place.extent.kind != Extent::Kind::kSlot) return 1;
    return pages_[page]->slots[place.slots.front()].kind == SlotKind::kText ? 5
           : place.is_address                                               ? 3
                                                                            : 4;
  }

  void collect_keys() {
    FamilySet families = all_families();
    if (options_.only_path) {
      families.reset();
      families.set(static_cast<std::size_t>(Family::kAbsolute));
    }
    families_ = families;
    std::map<std::uint32_t, std::unordered_set<std::uint32_t>> wanted;  // slots by page
    for (const PlacedField& field : placed_) {
      for (const PlacedField::Placed& placed : field.placed) {
        wanted[placed.page].insert(placed.slots.begin(), placed.slots.end());
      }
      has_attributes_ |= field.in_attribute;
    }
    for (const auto& [page, slots] : wanted) {
      maker_.prepare(*pages_[page], rules_.vocabulary, families);
      for (const std::uint32_t slot : slots) {
        std::vector<Key>& keys = keys_of_[{page, slot}];
        maker_.keys_of(slot, [&](Family family, std::uint64_t hash) {
          keys.push_back({family, hash});
        });
      }
    }
    // In the order of pages and slots, whatever the order of the set.
    for (const auto& [place, keys] : keys_of_) {
      for (const Key& key : keys) table_.add(key.hash);
    }
  }

  void find_matches() {
    matches_.resize(table_.size());
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      check_stop();
      const PageSlots& page = *pages_[p];
      maker_.prepare(page, rules_.vocabulary, families_);
      const auto count =
          static_cast<std::uint32_t>(has_attributes_ ? page.slots.size() : page.text_count);
      for (std::uint32_t slot = 0; slot < count; ++slot) {
        maker_.keys_of(slot, [&](Family, std::uint64_t hash) {
          if (table_.may_have(hash)) note_match(hash, {p, slot});
        });
      }
    }
  }

  void note_match(std::uint64_t key, const Match& match) {
    const std::uint32_t number = table_.find(key);
    if (number == KeyTable::not_found) return;
    std::vector<Match>& matches = matches_[number];
    if (matches.empty() || matches.back() != match) matches.push_back(match);
  }

  // All matches on a page.
  std::span<const Match> matches_on(std::uint32_t key, std::uint32_t page) const {
    const std::vector<Match>& all = matches_[key];
    // clang 14 cannot compile the equal_range of libstdc++ 12.
    return {std::ranges::lower_bound(all, page, {}, &Match::page),
            std::ranges::upper_bound(all, page, {}, &Match::page)};
  }

  std::vector<Candidate> candidates_of(const PlacedField& field) const {
    std::vector<Candidate> candidates;
    std::unordered_map<std::uint64_t, std::uint32_t> seen;
    const auto add = [&](const Key& key, std::uint32_t number, std::int32_t ordinal,
                         std::size_t count) {
      if (!seen.emplace(join(key.hash, static_cast<std::uint64_t>(ordinal)), 1).second) return;
      Candidate& one = candidates.emplace_back();
      one.family = key.family;
      one.key = key.hash;
      one.key_number = number;
      one.ordinal = ordinal;
      one.count = static_cast<std::uint32_t>(count);
    };
    for (const PlacedField::Placed& placed : field.placed) {
      for (const std::uint32_t slot : placed.slots) {
        for (const Key& key : keys_of_.at({placed.page, slot})) {
          const std::uint32_t number = table_.find(key.hash);
          const auto matches = matches_on(number, placed.page);
          const auto found = std::ranges::find(matches, slot, &Match::slot);
          if (found == matches.end()) continue;  // an attribute slot of a field of texts
          const auto place = static_cast<std::int32_t>(found - matches.begin());
          const auto size = static_cast<std::int32_t>(matches.size());
          if (place <= kMaxOrdinal) add(key, number, place, matches.size());
          if (size - place <= kMaxOrdinal && !options_.only_path) {
            add(key, number, place - size, matches.size());
          }
        }
      }
    }
    return candidates;
  }

  // What is known of a result whichever selector gives it.
  struct ResultFacts {
    double fixed = 0;     // share of results that are texts of the template
    double shape = 0;     // mean similarity to true values
    double before = 0;    // share of the commonest text before
    double most = 0;      // share of the commonest value
    double distinct = 0;  // distinct values by results
  };

  ResultFacts facts_of(const std::vector<std::uint32_t>& slots,
                       const std::vector<ValueShape>& true_shapes) {
    const auto n = static_cast<double>(pages_.size());
    values_.clear();
    before_.clear();
    std::size_t fixed = 0;
    double shape = 0;
    for (std::uint32_t p = 0; p < slots.size(); ++p) {
      if (slots[p] == kNone) continue;
      const PageSlots& page = *pages_[p];
      const Slot& slot = page.slots[slots[p]];
      fixed += counter_.pages_with(slot.hash) >= kFixedShare * n ? 1 : 0;
      values_.push_back(slot.hash);
      before_.push_back(slot.previous == kNone ? 0 : page.slots[slot.previous].hash);
      const ValueShape own = value_shape(page.value(slots[p]));
      double nearest = 0;
      for (const ValueShape& known : true_shapes) {
        nearest = std::max(nearest, shape_similarity(own, known));
      }
      shape += nearest;
    }
    const auto found = static_cast<double>(values_.size());
    const auto [distinct, most] = runs_of(values_);
    return {.fixed = static_cast<double>(fixed) / found,
            .shape = shape / found,
            .before = static_cast<double>(runs_of(before_).second) / found,
            .most = static_cast<double>(most) / found,
            .distinct = static_cast<double>(distinct) / found};
  }

  // The number of distinct hashes, and how often the commonest occurs. Sorts them.
  static std::pair<std::size_t, std::size_t> runs_of(std::vector<std::uint64_t>& hashes) {
    std::ranges::sort(hashes);
    std::size_t distinct = 0;
    std::size_t most = 0;
    for (std::size_t begin = 0; begin < hashes.size();) {
      std::size_t end = begin + 1;
      while (end < hashes.size() && hashes[end] == hashes[begin]) ++end;
      ++distinct;
      most = std::max(most, end - begin);
      begin = end;
    }
    return {distinct, most};
  }

  // Sets what the candidate finds, and its first weight.
  void run_candidate(const PlacedField& field, const std::vector<ValueShape>& true_shapes,
                     double true_fixed, std::unordered_map<std::uint64_t, ResultFacts>& known,
                     Candidate& one) {
    const std::size_t n = pages_.size();
    one.slots.assign(n, kNone);
    one.values.assign(n, 0);
    const std::vector<Match>& matches = matches_[one.key_number];
    std::size_t results = 0;
    std::size_t pages_matched = 0;
    std::size_t same_count = 0;
    std::size_t single = 0;
    std::uint64_t result = 1;
    for (std::size_t begin = 0; begin < matches.size();) {
      std::size_t end = begin + 1;
      while (end < matches.size() && matches[end].page == matches[begin].page) ++end;
      const auto size = static_cast<std::int64_t>(end - begin);
      ++pages_matched;
      same_count += size == static_cast<std::int64_t>(one.count) ? 1 : 0;
      const std::int64_t at = one.ordinal >= 0 ? one.ordinal : size + one.ordinal;
      if (at >= 0 && at < size) {
        const Match& match = matches[begin + static_cast<std::size_t>(at)];
        one.slots[match.page] = match.slot;
        one.values[match.page] = pages_[match.page]->slots[match.slot].hash;
        result = join(join(result, match.page), match.slot);
        ++results;
        single += size == 1 ? 1 : 0;
      }
      begin = end;
    }
    if (results == 0) return;
    // Many selectors find the same.
    auto facts = known.find(result);
    if (facts == known.end()) facts = known.emplace(result, facts_of(one.slots, true_shapes)).first;
    const ResultFacts& fact = facts->second;
    std::size_t hits = 0;
    std::size_t misses = 0;
    for (const PlacedField::Placed& placed : field.placed) {
      const std::uint64_t value = one.values[placed.page];
      if (value == 0) continue;
      ++(std::ranges::find(placed.hashes, value) != placed.hashes.end() ? hits : misses);
    }
    for (const std::uint32_t page : field.absent) misses += one.values[page] != 0 ? 1 : 0;
    const auto found = static_cast<double>(results);
    const double hit = static_cast<double>(hits) / static_cast<double>(hits + misses + 1);
    const double fixed = std::max(0.0, fact.fixed - true_fixed);
    one.coverage = found / static_cast<double>(n);
    one.first_weight =
        std::pow(2 * hit, options_.hit) * std::pow(one.coverage, options_.coverage) *
        std::pow(1 - 0.9 * fixed, options_.fixed) *
        std::pow(0.3 + 0.7 * fact.shape, options_.shape) *
        std::pow(0.4 + 0.6 * static_cast<double>(single) / found, options_.unique) *
        std::pow(0.5 + 0.5 * fact.before, options_.previous) *
        std::pow(0.4 + 0.6 * static_cast<double>(same_count) / static_cast<double>(pages_matched),
                 options_.count) *
        std::pow(0.3 + 0.7 * fact.distinct, options_.distinct);
    one.is_constant = fact.most > options_.constant;
    one.weight = one.first_weight;
  }

  std::vector<Candidate> weighed(const PlacedField& field) {
    std::vector<ValueShape> true_shapes;
    std::size_t true_slots = 0;
    std::size_t true_fixed = 0;
    for (const PlacedField::Placed& placed : field.placed) {
      for (const std::uint32_t slot : placed.slots) {
        const PageSlots& page = *pages_[placed.page];
        if (true_shapes.size() < kMaxTrueShapes) {
          true_shapes.push_back(value_shape(page.value(slot)));
        }
        ++true_slots;
        true_fixed += counter_.pages_with(page.slots[slot].hash) >=
                              kFixedShare * static_cast<double>(pages_.size())
                          ? 1
                          : 0;
      }
    }
    const double fixed = static_cast<double>(true_fixed) / static_cast<double>(true_slots);
    std::vector<Candidate> kept;
    std::unordered_set<std::uint64_t> behaviours;
    std::unordered_map<std::uint64_t, ResultFacts> known;
    for (Candidate& one : candidates_of(field)) {
      run_candidate(field, true_shapes, fixed, known, one);
      if (one.first_weight <= 0) continue;
      std::uint64_t behaviour = static_cast<std::uint64_t>(one.family) + 1;
      for (const std::uint64_t value : one.values) behaviour = join(behaviour, value);
      if (behaviours.insert(behaviour).second) kept.push_back(std::move(one));
    }
    // What finds the same text everywhere is a text of the template, unless all do.
    const auto is_constant = [](const Candidate& one) { return one.is_constant; };
    if (!std::ranges::all_of(kept, is_constant)) {
      for (Candidate& one : kept) {
        if (one.is_constant) one.first_weight *= 1e-3;
        one.weight = one.first_weight;
      }
    }
    return kept;
  }

  Outcome vote_on(std::span<const Candidate> candidates, std::uint32_t page) {
    votes_.clear();
    for (const Candidate& one : candidates) {
      votes_.push_back({one.family, static_cast<float>(one.weight), static_cast<float>(one.silence),
                        one.values[page]});
    }
    return count_votes(votes_);
  }

  std::vector<Outcome> vote_on_all(std::span<const Candidate> candidates) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(pages_.size());
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      outcomes.push_back(vote_on(candidates, page));
    }
    return outcomes;
  }

  void weigh_by_agreement(std::vector<Candidate>& candidates) {
    for (int round = 0; round < options_.rounds; ++round) {
      const std::vector<Outcome> outcomes = vote_on_all(candidates);
      for (Candidate& one : candidates) {
        std::size_t found = 0;
        std::size_t agreed = 0;
        for (std::size_t page = 0; page < pages_.size(); ++page) {
          if (one.values[page] == 0) continue;
          ++found;
          agreed += one.values[page] == outcomes[page].value ? 1 : 0;
        }
        one.agreement =
            static_cast<double>(agreed) / static_cast<double>(std::max<std::size_t>(1, found));
        one.weight = one.first_weight * std::pow(one.agreement, options_.agreement);
      }
    }
  }

  // Keeps the strongest, and makes the weights of a full vote 1.
  void prune(std::vector<Candidate>& candidates) const {
    std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::weight);
    std::size_t kept = options_.only_best ? 1 : options_.max_selectors;
    kept = std::min(kept, candidates.size());
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(kept), candidates.end());
    FamilySet seen;
    double total = 0;
    for (const Candidate& one : candidates) {
      const auto family = static_cast<std::size_t>(one.family);
      if (!seen[family]) total += one.weight;
      seen.set(family);
    }
    for (Candidate& one : candidates) {
      one.weight /= total > 0 ? total : 1;
      const bool is_anchored = is_anchored_in_text(one.family);
      one.silence = one.weight * std::pow(one.coverage, options_.silence) *
                    (is_anchored ? 1 : options_.silence_other);
    }
  }

  LearnedField learn(const LabelledField& labelled, const PlacedField& field) {
    LearnedField learned;
    FieldRule& rule = learned.rule;
    rule.name = labelled.name;
    rule.extent = field.extent;
    rule.is_address = field.is_address;
    rule.in_attribute = field.in_attribute;
    if (field.placed.empty()) return learned;
    std::vector<Candidate> candidates = weighed(field);
    weigh_by_agreement(candidates);
    prune(candidates);
    if (candidates.empty()) return learned;
    const std::vector<Outcome> outcomes = vote_on_all(candidates);
    if (field.is_part && !learn_part_of(field, candidates, outcomes, rule)) return learned;
    learned.is_found = true;
    rule.selectors.reserve(candidates.size());
    for (const Candidate& one : candidates) {
      rule.selectors.push_back({one.family, one.key, one.ordinal, static_cast<float>(one.weight),
                                static_cast<float>(one.silence)});
    }
    find_list_keys(field, outcomes, rule);
    if (options_.foreign) {
      find_foreign_labels(field, candidates, outcomes, rule);
      find_foreign_prefixes(field, candidates, outcomes, rule);
      std::ranges::sort(rule.foreign_labels);
    }
    note_constant(field, rule);
    note_usual(outcomes, rule);
    note_profile(candidates, outcomes, rule);
    note_doubt(labelled, outcomes, learned);
    return learned;
  }

  bool learn_part_of(const PlacedField& field, const std::vector<Candidate>& candidates,
                     const std::vector<Outcome>& outcomes, FieldRule& rule) const {
    std::vector<KnownPart> known;
    for (const PlacedField::Placed& placed : field.placed) {
      const PageSlots& page = *pages_[placed.page];
      for (const std::uint32_t slot : placed.slots) {
        if (page.slots[slot].hash != outcomes[placed.page].value) continue;
        for (const std::string& value : placed.values) {
          if (page.value(slot).find(value) == std::string_view::npos) continue;
          known.push_back({page.value(slot), value});
          break;
        }
        break;
      }
    }
    std::vector<std::string_view> others;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      const std::uint32_t slot = slot_of_winner(candidates, outcomes[page], page);
      if (slot != kNone) others.push_back(pages_[page]->value(slot));
    }
    const std::optional<TextPart> part = learn_part(known, others);
    if (part) rule.part = *part;
    return part.has_value();
  }

  static std::uint32_t slot_of_winner(const std::vector<Candidate>& candidates,
                                      const Outcome& outcome, std::uint32_t page) {
    if (outcome.value == 0) return kNone;
    for (const Candidate& one : candidates) {
      if (one.values[page] == outcome.value) return one.slots[page];
    }
    return kNone;
  }

  // Keys whose slots are, on each labelled page, exactly the true values.
  void find_list_keys(const PlacedField& field, const std::vector<Outcome>& outcomes,
                      FieldRule& rule) const {
    const bool has_several = std::ranges::any_of(
        field.placed, [](const PlacedField::Placed& placed) { return placed.distinct > 1; });
    if (!has_several) return;
    struct ListKey {
      Family family;
      std::uint64_t key;
      double score;
    };
    std::vector<ListKey> found;
    std::unordered_set<std::uint64_t> seen;
    for (const PlacedField::Placed& placed : field.placed) {
      for (const std::uint32_t slot : placed.slots) {
        for (const Key& key : keys_of_.at({placed.page, slot})) {
          if (!seen.insert(key.hash).second) continue;
          const std::uint32_t number = table_.find(key.hash);
          const bool fits = std::ranges::all_of(field.placed, [&](const PlacedField::Placed& one) {
            return has_exactly(number, one);
          });
          if (!fits) continue;
          std::size_t agreed = 0;
          std::size_t answered = 0;
          for (std::uint32_t page = 0; page < pages_.size(); ++page) {
            if (outcomes[page].value == 0) continue;
            ++answered;
            const auto matches = matches_on(number, page);
            agreed += std::ranges::any_of(matches,
                                          [&](const Match& match) {
                                            return pages_[page]->slots[match.slot].hash ==
                                                   outcomes[page].value;
                                          })
                          ? 1
                          : 0;
          }
          if (agreed * 2 < answered) continue;
          found.push_back({key.family, key.hash, static_cast<double>(agreed)});
        }
      }
    }
    std::ranges::stable_sort(found, std::greater<>(), &ListKey::score);
    if (found.size() > kMaxListKeys) found.resize(kMaxListKeys);
    for (const ListKey& one : found) rule.list_keys.push_back({one.family, one.key, 0, 1, 0});
    rule.is_list = !found.empty();
  }

  bool has_exactly(std::uint32_t key, const PlacedField::Placed& placed) const {
    std::vector<std::uint64_t> found;
    for (const Match& match : matches_on(key, placed.page)) {
      found.push_back(pages_[placed.page]->slots[match.slot].hash);
    }
    std::vector<std::uint64_t> wanted = placed.hashes;
    for (std::vector<std::uint64_t>* list : {&found, &wanted}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return found == wanted;
  }

  bool is_label(const PageSlots& page, std::uint32_t slot) const {
    const Slot& one = page.slots[slot];
    return one.kind == SlotKind::kText && one.size <= kMaxLabelBytes &&
           rules_.vocabulary.labels.contains(one.label);
  }

  // The label right before a text; 0: there is none. Numbers name nothing, but tell labels such as
  // "ISBN 10" apart that many pages have.
  std::uint64_t label_before(const PageSlots& page, std::uint32_t slot) const {
    const Slot& one = page.slots[slot];
    if (one.kind != SlotKind::kText || one.previous == kNone || !is_label(page, one.previous)) {
      return 0;
    }
    const std::string_view text = page.value(one.previous);
    const Slot& label = page.slots[one.previous];
    if (!has_letters(text)) return 0;
    const bool is_told_by_digits =
        has_digits(text) &&
        counter_.pages_with(label.hash) >= kToldByDigits * static_cast<double>(pages_.size());
    return is_told_by_digits ? label.hash : label.label;
  }

  // How the text before a slot stands to it.
  static std::uint64_t relation_to_previous(const PageSlots& page, std::uint32_t slot) {
    return path_between(page, page.slots[page.slots[slot].previous].element,
                        page.slots[slot].element);
  }

  // A field that has a label on all labelled pages is told from its neighbours by theirs: labels
  // that stand before other texts on pages where the field stands behind its own, in the same
  // way as its own stands before the field, and never before the field itself.
  void find_foreign_labels(const PlacedField& field, const std::vector<Candidate>& candidates,
                           const std::vector<Outcome>& outcomes, FieldRule& rule) const {
    std::unordered_set<std::uint64_t> own;
    std::unordered_set<std::uint64_t> relations;
    for (const PlacedField::Placed& placed : field.placed) {
      if (placed.distinct > 1) return;  // values of a list stand before each other
      const PageSlots& page = *pages_[placed.page];
      const auto true_slot = std::ranges::find_if(placed.slots, [&](std::uint32_t slot) {
        return page.slots[slot].hash == outcomes[placed.page].value;
      });
      if (true_slot == placed.slots.end()) continue;
      const std::uint64_t label = label_before(page, *true_slot);
      if (label == 0) return;
      own.insert(label);
      relations.insert(relation_to_previous(page, *true_slot));
    }
    if (own.empty()) return;
    std::map<std::uint64_t, std::uint32_t> others;  // pages by label
    std::size_t sure = 0;
    std::size_t found = 0;
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      const PageSlots& page = *pages_[p];
      const std::uint32_t winner = slot_of_winner(candidates, outcomes[p], p);
      if (winner == kNone) continue;
      ++found;
      if (!own.contains(label_before(page, winner))) continue;
      ++sure;
      std::unordered_set<std::uint64_t> here;
      for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
        const std::uint64_t label = slot == winner ? 0 : label_before(page, slot);
        if (label == 0 || own.contains(label) || here.contains(label)) continue;
        if (relations.contains(relation_to_previous(page, slot))) here.insert(label);
      }
      for (const std::uint64_t label : here) ++others[label];
    }
    const double least = kSureShare * static_cast<double>(found);
    if (sure < kFewestSure || static_cast<double>(sure) < least) return;
    for (const auto& [label, count] : others) {
      if (count >= kFewestSure && rule.foreign_labels.size() < kMaxForeign) {
        rule.foreign_labels.push_back(label);
      }
    }
  }

  // The same for texts that begin with their own label: "Invoice: $12" is no "Price: $12".
  void find_foreign_prefixes(const PlacedField& field, const std::vector<Candidate>& candidates,
                             const std::vector<Outcome>& outcomes, FieldRule& rule) const {
    std::unordered_set<std::uint64_t> own;
    for (const PlacedField::Placed& placed : field.placed) {
      const PageSlots& page = *pages_[placed.page];
      for (const std::uint32_t slot : placed.slots) {
        if (page.slots[slot].hash != outcomes[placed.page].value) continue;
        const std::uint64_t prefix = keys::label_inside(page.value(slot));
        if (prefix == 0) return;
        own.insert(prefix);
      }
    }
    if (own.empty()) return;
    std::map<std::uint64_t, std::uint32_t> others;  // pages by prefix
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      const PageSlots& page = *pages_[p];
      const std::uint32_t winner = slot_of_winner(candidates, outcomes[p], p);
      if (winner == kNone || !own.contains(keys::label_inside(page.value(winner)))) continue;
      std::unordered_set<std::uint64_t> here;
      for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
        const std::uint64_t prefix = keys::label_inside(page.value(slot));
        if (prefix != 0 && !own.contains(prefix)) here.insert(prefix);
      }
      for (const std::uint64_t prefix : here) ++others[prefix];
    }
    for (const auto& [prefix, count] : others) {
      if (count >= kFewestSure && rule.foreign_labels.size() < kMaxForeign) {
        rule.foreign_labels.push_back(prefix);
      }
    }
  }

  // Whether true values are texts of the template, such as the name of a category.
  void note_constant(const PlacedField& field, FieldRule& rule) const {
    for (const PlacedField::Placed& placed : field.placed) {
      for (const std::uint32_t slot : placed.slots) {
        const Slot& one = pages_[placed.page]->slots[slot];
        if (one.kind == SlotKind::kText && rules_.vocabulary.labels.contains(one.label) &&
            !has_digits(pages_[placed.page]->value(slot))) {
          rule.is_constant = true;
        }
      }
    }
  }

  static void note_usual(const std::vector<Outcome>& outcomes, FieldRule& rule) {
    std::vector<double> supports;
    for (const Outcome& outcome : outcomes) {
      if (outcome.value != 0) supports.push_back(outcome.support);
    }
    if (supports.empty()) return;
    std::ranges::sort(supports);
    rule.usual_support = supports[supports.size() / 2];
  }

  void note_profile(const std::vector<Candidate>& candidates, const std::vector<Outcome>& outcomes,
                    FieldRule& rule) const {
    constexpr std::size_t most_examples = 5;
    constexpr std::size_t most_labels = 4;
    FieldProfile& profile = rule.profile;
    profile.pages = static_cast<std::uint32_t>(pages_.size());
    std::map<std::uint64_t, std::uint32_t> before;
    std::string value;
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      const std::uint32_t number = slot_of_winner(candidates, outcomes[p], p);
      if (number == kNone) continue;
      const PageSlots& page = *pages_[p];
      const Slot& slot = page.slots[number];
      const Objections objections = objections_to(rule, rules_.vocabulary, page, number);
      double confidence = 0;
      if (judge(rule, outcomes[p], objections, {}, confidence) != FieldState::kFound ||
          !value_at(page, rule, number, address_of(p), value)) {
        continue;
      }
      ++profile.filled;
      profile.agreement += outcomes[p].share();
      if (profile.shapes.size() < kMaxProfileShapes) profile.shapes.push_back(value_shape(value));
      if (profile.values.size() < kMaxProfileValues) {
        profile.values.push_back(hash_bytes(value));
        profile.page_values.push_back(hash_on_page(address_of(p), profile.values.back()));
      }
      if (profile.examples.size() < most_examples &&
          std::ranges::find(profile.examples, value) == profile.examples.end()) {
        profile.examples.push_back(value.substr(0, 200));
      }
      if (slot.previous != kNone) ++before[page.slots[slot.previous].label];
    }
    if (profile.filled > 0) profile.agreement /= profile.filled;
    for (std::vector<std::uint64_t>* hashes : {&profile.values, &profile.page_values}) {
      std::ranges::sort(*hashes);
      hashes->erase(std::unique(hashes->begin(), hashes->end()), hashes->end());
    }
    std::vector<std::pair<std::uint32_t, std::uint64_t>> frequent;
    for (const auto& [label, count] : before) {
      if (2 * count >= profile.filled) frequent.emplace_back(count, label);
    }
    std::ranges::sort(frequent, std::greater<>());
    for (std::size_t i = 0; i < std::min(frequent.size(), most_labels); ++i) {
      profile.labels.push_back(frequent[i].second);
    }
  }

  void note_doubt(const LabelledField& labelled, const std::vector<Outcome>& outcomes,
                  LearnedField& learned) const {
    std::vector<bool> is_labelled(pages_.size());
    for (const FieldLabel& label : labelled.labels) is_labelled[label.page] = true;
    std::size_t close = 0;
    double least = kCloseVote;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      if (is_labelled[page]) continue;
      const Outcome& outcome = outcomes[page];
      const double present = outcome.support / std::max(1e-12, outcome.support + outcome.absent);
      const double certainty = std::max(outcome.share() * present, 1 - present);
      if (certainty >= kCloseVote) continue;
      ++close;
      if (certainty < least) {
        least = certainty;
        learned.ask = page;
      }
    }
    learned.doubt = static_cast<double>(close) / static_cast<double>(pages_.size());
  }

  std::span<const PageSlots* const> pages_;
  std::span<const std::string_view> addresses_;
  std::span<const LabelledField> fields_;
  const LearnOptions& options_;
  TemplateRules& rules_;
  VocabularyCounter counter_;
  std::vector<PlacedField> placed_;
  FamilySet families_;
  bool has_attributes_ = false;
  KeyMaker maker_;
  KeyTable table_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Key>> keys_of_;  // page and slot
  std::vector<std::vector<Match>> matches_;                                      // by key
  std::vector<Vote> votes_;
  std::vector<std::uint64_t> values_;  // of facts_of()
  std::vector<std::uint64_t> before_;
};

}  // namespace

std::vector<LearnedField> learn_fields(std::span<const PageSlots* const> pages,
                                       std::span<const std::string_view> addresses,
                                       std::span<const LabelledField> fields,
                                       const LearnOptions& options, TemplateRules& rules) {
  return Learner(pages, addresses, fields, options, rules).run();
}

}  // namespace pagekin::wrapper
