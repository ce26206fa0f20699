#include "pagekin/wrapper/apply.h"

#include <algorithm>
#include <bit>

#include "pagekin/content/full_address.h"
#include "pagekin/core/hash.h"
#include "pagekin/wrapper/foreign_labels.h"
#include "pagekin/wrapper/listed_text.h"
#include "pagekin/wrapper/values_together.h"

namespace pagekin::wrapper {
namespace {

constexpr double kOwnPlace = 0.3;  // Evidence::place of a slot that is at the place of the field

bool is_labelled_absent(const FieldRule& rule, std::string_view address) {
  return std::ranges::binary_search(rule.absent_on, hash_bytes(address));
}

// Whether a page that seems to lack the field is in doubt: nearly all pages have it, only labelled
// ones have it and none was labelled to lack it, or nobody knows where it is.
bool is_expected(const FieldRule& rule) {
  const auto labelled = static_cast<std::uint32_t>(std::popcount(rule.reference_pages));
  const bool is_on_others = rule.profile.filled > labelled || !rule.absent_on.empty();
  return rule.profile.is_usual() || rule.selectors.empty() ||
         (rule.profile.filled > 0 && !is_on_others);
}

// `joined` may hold it.
std::string_view text_at(const PageSlots& page, const SlotRange& range, std::string& joined) {
  if (range.last <= range.first) return page.value(range.first);
  joined = page.joined(range.first, range.last);
  return joined;
}

// Whether the text has the place of a part and nothing there, and the value does not go on in
// another text: what follows is a text of the template, or nothing.
bool is_empty_there(const PageSlots& page, const Vocabulary& vocabulary, const FieldRule& rule,
                    const SlotRange& range) {
  const std::uint32_t next = range.last + 1;
  const bool goes_on =
      next < page.text_count && !vocabulary.labels.contains(page.slots[next].label);
  std::string joined;
  return !goes_on && has_empty_part(rule.part, text_at(page, range, joined));
}

// Whether two fields are different parts of the text that they share.
bool are_apart(const PageSlots& page, std::uint32_t slot, const FieldRule& a, const FieldRule& b) {
  const auto own = part_of(a.part, page.value(slot));
  const auto other = part_of(b.part, page.value(slot));
  return own && other &&
         (own->data() + own->size() <= other->data() ||
          other->data() + other->size() <= own->data());
}

// The values of a list in one text. What else may separate values puts them in doubt.
void divide_value(const FieldRule& rule, FoundField& found) {
  std::vector<std::string> values = divided(found.values.front(), rule.separators);
  if (values.empty()) return;
  found.values = std::move(values);
  found.evidence.has_unseen =
      found.evidence.has_unseen ||
      (rule.between == Between::kNothing && std::ranges::any_of(found.values, may_be_several));
}

}  // namespace

bool value_at(const PageSlots& page, const FieldRule& rule, const SlotRange& range,
              std::string_view address, std::string& value) {
  std::string joined;
  const auto part = part_of(rule.part, text_at(page, range, joined));
  if (!part) return false;
  value.assign(*part);
  const Source source = page.slots[range.first].source;
  if (rule.part.kind == TextPart::Kind::kWhole && !address.empty() && is_address(source)) {
    value = content::in_full(value, source, page.base_of(address));
  }
  return true;
}

std::vector<SlotRange> listed_items(const PageSlots& page, const Vocabulary& vocabulary,
                                    const FieldRule& rule, std::uint32_t slot) {
  if (rule.was_labelled_alone()) {
    return values_together(page, vocabulary, range_of(page, vocabulary, rule.extent, slot));
  }
  if (rule.extent.item != 0) return items_of(page, vocabulary, rule.extent, slot);
  return {};
}

bool is_disputed(const PageSlots& page, const FieldRule& rule, const SlotRange& range) {
  if (rule.rivals.empty() || range.first == kNone) return false;
  std::string joined;
  const std::string_view text = text_at(page, range, joined);
  return std::ranges::any_of(
      rule.rivals, [&](const TextPart& rival) { return disputes(rival, rule.part, text); });
}

Applier::Applier(const TemplateRules& rules, const ApplyOptions& options)
    : rules_(&rules),
      options_(options),
      slots_{.attributes = false, .json = false},
      references_(rules.references) {
  for (const FieldRule& rule : rules.fields) {
    const auto use = [&](const std::vector<Selector>& selectors,
                         std::vector<std::vector<std::uint32_t>>& numbers) {
      std::vector<std::uint32_t>& own = numbers.emplace_back();
      own.reserve(selectors.size());
      for (const Selector& selector : selectors) {
        own.push_back(keys_.add(selector.key));
        if (selector.family == Family::kJson) slots_.json = true;
      }
    };
    use(rule.selectors, key_of_);
    use(rule.list_keys, list_key_of_);
    if (rule.in_attribute) slots_.attributes = true;
    own_references_.push_back({rule.own_slots, rule.reference_pages});
    own_likeness_.push_back(likeness_of_labels(rules.references, own_references_.back()));
    forms_.emplace_back(rule);
  }
  if (slots_.attributes) slots_.names = rules.attributes;
  matches_.resize(keys_.size());
}

void Applier::find_slots(const PageSlots& page) {
  for (std::vector<std::uint32_t>& slots : matches_) slots.clear();
  const auto count = static_cast<std::uint32_t>(slots_.attributes || slots_.json ? page.slots.size()
                                                                                 : page.text_count);
  maker_.prepare(page, rules_->vocabulary, count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    for (const Key& key : maker_.keys_of(slot)) {
      if (keys_.may_have(key.hash)) note_match(key.hash, slot);
    }
  }
}

void Applier::note_match(std::uint64_t key, std::uint32_t slot) {
  const std::uint32_t number = keys_.find(key);
  if (number == KeyTable::not_found) return;
  std::vector<std::uint32_t>& slots = matches_[number];
  if (slots.empty() || slots.back() != slot) slots.push_back(slot);
}

void Applier::apply(const PageSlots& page, std::string_view address,
                    std::vector<FoundField>& found) {
  find_slots(page);
  likenesses_.clear();
  found.resize(rules_->fields.size());
  for (std::size_t field = 0; field < found.size(); ++field) {
    found[field] = {};
    vote(page, address, field, found[field]);
  }
  // A slot is of the field that has more of its usual support there. Two fields that mean the same
  // have equally much, and two parts of a text may each have their field.
  for (std::size_t i = 0; i < found.size(); ++i) {
    FoundField& one = found[i];
    const bool has_rival = std::ranges::any_of(found, [&](const FoundField& other) {
      const auto number = static_cast<std::size_t>(&other - found.data());
      return other.state == FieldState::kFound && other.slot == one.slot &&
             one.support < options_.rival * other.support &&
             !are_apart(page, one.slot, rules_->fields[i], rules_->fields[number]);
    });
    if (has_rival) lost_.push_back(&one);
  }
  for (FoundField* one : lost_) one->state = FieldState::kAbsent;
  lost_.clear();
  for (std::size_t field = 0; field < found.size(); ++field) {
    const FieldRule& rule = rules_->fields[field];
    const bool is_surprise = found[field].state == FieldState::kAbsent && is_expected(rule);
    if (is_surprise && !is_labelled_absent(rule, address)) {
      found[field].state = FieldState::kReview;
    }
  }
}

std::uint32_t Applier::slot_of(const Selector& selector, std::uint32_t key) const {
  const std::vector<std::uint32_t>& slots = matches_[key];
  const auto size = static_cast<std::int64_t>(slots.size());
  const std::int64_t at = selector.ordinal >= 0 ? selector.ordinal : size + selector.ordinal;
  return at >= 0 && at < size ? slots[static_cast<std::size_t>(at)] : kNone;
}

std::span<const Likeness> Applier::likenesses_of(std::uint32_t slot) {
  if (references_.empty()) return {};
  const auto [known, is_new] = likenesses_.try_emplace(slot);
  if (is_new) {
    references_.compare(maker_.keys_of(slot), maker_.is_labelled_in_run(slot), known->second);
  }
  return known->second;
}

// Whether the slot holds something else than the field.
bool Applier::is_elsewhere(std::uint32_t slot, std::size_t field) {
  return wrapper::is_elsewhere(likenesses_of(slot), own_references_[field]);
}

Evidence Applier::evidence_for(const PageSlots& page, std::size_t field, const Outcome& outcome,
                               const FoundField& found) {
  const FieldRule& rule = rules_->fields[field];
  Evidence evidence;
  evidence.share = outcome.share();
  evidence.support = std::min(1.0, found.support);
  evidence.present = outcome.support / (outcome.support + outcome.absent);
  evidence.place =
      place_evidence(likenesses_of(found.slot), own_references_[field], own_likeness_[field]);
  if (!rule.is_list) {
    evidence.has_neighbour =
        neighbours_of(page, rules_->vocabulary, found.range).has_more_than(rule.had_neighbours);
  }
  evidence.has_unseen = has_unseen_labels(page, rules_->vocabulary, rule.extent, found.slot);
  evidence.has_other_label = is_behind_other_label(rule, page, found.slot);
  return evidence;
}

void Applier::vote(const PageSlots& page, std::string_view address, std::size_t field,
                   FoundField& found) {
  const FieldRule& rule = rules_->fields[field];
  if (is_labelled_absent(rule, address)) return;
  votes_.clear();
  voted_.clear();
  std::uint32_t last = kNone;
  std::uint64_t last_value = 0;
  bool has_joined = false;  // the last one has texts of the template among its texts
  double joined = 0;        // weight of such
  double weights = 0;
  for (std::size_t i = 0; i < rule.selectors.size(); ++i) {
    const Selector& selector = rule.selectors[i];
    const std::uint32_t slot = slot_of(selector, key_of_[field][i]);
    if (slot != kNone && slot != last) {
      last = slot;
      const bool is_none = is_elsewhere(slot, field) ||
                           (!rule.has_placeholders && page.slots[slot].source == Source::kText &&
                            is_placeholder(page.value(slot)));
      last_value =
          is_none ? 0 : hash_of(page, range_of(page, rules_->vocabulary, rule.extent, slot));
      has_joined = !is_none && last_value == 0 &&
                   has_unseen_labels(page, rules_->vocabulary, rule.extent, slot);
    }
    weights += static_cast<double>(selector.weight);
    if (slot != kNone && has_joined) joined += static_cast<double>(selector.weight);
    voted_.push_back(slot);
    votes_.push_back(
        {selector.family, selector.weight, selector.silence, slot == kNone ? 0 : last_value});
  }
  const Outcome outcome = count_votes(votes_);
  // No value, where most selectors find one that nobody can be sure of.
  const FieldState no_value = 2 * joined > weights ? FieldState::kReview : FieldState::kAbsent;
  if (outcome.value == 0) {
    found.state = no_value;
    return;
  }
  for (std::size_t i = 0; i < votes_.size() && found.slot == kNone; ++i) {
    if (votes_[i].value == outcome.value) found.slot = voted_[i];
  }
  found.agreement = outcome.share();
  found.support = rule.usual_support > 0 ? outcome.support / rule.usual_support : 1;
  found.range = range_of(page, rules_->vocabulary, rule.extent, found.slot);
  if (!options_.full_addresses) address = {};
  if (!value_at(page, rule, found.range, address, buffer_)) {
    if (is_empty_there(page, rules_->vocabulary, rule, found.range)) return;
    found.state = FieldState::kReview;
    found.values.emplace_back(page.value(found.slot));
    return;
  }
  found.values.push_back(buffer_);
  found.evidence = evidence_for(page, field, outcome, found);
  const Objections objections = objections_to(rule, rules_->vocabulary, page, found.slot);
  found.state = judge(rule, outcome, objections, options_, found.confidence);
  if (found.state == FieldState::kAbsent) found.state = no_value;
  // Words in place of a number may be said where the number is missing; elsewhere they are not it.
  const bool is_unlike = found.state == FieldState::kFound && is_unlike_labels(rule, buffer_);
  if (is_unlike && (objections.is_label || found.evidence.place < kOwnPlace)) {
    found.state = FieldState::kReview;
  }
  if (found.state == FieldState::kFound && !rule.separators.empty()) {
    divide_value(rule, found);
  } else if (found.state == FieldState::kFound && rule.is_list) {
    list_values(page, address, field, found);
  }
  found.confidence *= std::max(0.0, trust_in(found.evidence));
  const bool is_odd = !forms_[field].fits(found.values.front());
  if (found.state == FieldState::kFound && (is_odd || is_disputed(page, rule, found.range))) {
    found.confidence = std::min(found.confidence, kUnusualFormConfidence);
  }
}

// All values of a list, one of which is found.
void Applier::list_values(const PageSlots& page, std::string_view address, std::size_t field,
                          FoundField& found) {
  const FieldRule& rule = rules_->fields[field];
  std::vector<SlotRange> items = listed_items(page, rules_->vocabulary, rule, found.slot);
  for (std::size_t i = 0; i < rule.list_keys.size() && items.empty(); ++i) {
    const std::vector<std::uint32_t>& slots = matches_[list_key_of_[field][i]];
    const bool has_winner = std::ranges::any_of(slots, [&](std::uint32_t slot) {
      return page.slots[slot].hash == page.slots[found.slot].hash;
    });
    if (!has_winner) continue;
    for (const std::uint32_t slot : slots) {
      const SlotRange item = range_of(page, rules_->vocabulary, rule.extent, slot);
      if (item.first != kNone) items.push_back(item);
    }
  }
  if (rule.was_labelled_alone() && items.size() > 1) found.evidence.has_unseen = true;
  if (items.empty()) return;
  const std::span<const SlotRange> own = items_together(page, items, found.slot, rule.between);
  found.evidence.has_unseen = found.evidence.has_unseen || own.size() < items.size();
  found.values.clear();
  for (const SlotRange& item : own) {
    if (!value_at(page, rule, item, address, buffer_)) continue;
    found.values.push_back(buffer_);
    found.items.push_back(item);
  }
}

Objections objections_to(const FieldRule& rule, const Vocabulary& vocabulary, const PageSlots& page,
                         std::uint32_t slot) {
  const Slot& one = page.slots[slot];
  if (one.source != Source::kText) return {};
  // Labels do not distinguish digits: dates would be labels.
  const bool is_label = !rule.is_constant && !has_digits(page.value(slot)) &&
                        one.size <= kMaxLabelBytes && vocabulary.labels.contains(one.label);
  const bool is_behind_foreign =
      one.previous != kNone &&
      (std::ranges::binary_search(rule.foreign_labels, page.slots[one.previous].label) ||
       std::ranges::binary_search(rule.foreign_labels, page.slots[one.previous].hash));
  const bool has_foreign_prefix =
      !rule.foreign_labels.empty() &&
      std::ranges::binary_search(rule.foreign_labels, keys::label_inside(page.value(slot)));
  const bool is_before_foreign =
      !rule.foreign_labels.empty() &&
      std::ranges::binary_search(rule.foreign_labels, label_right_behind(page, vocabulary, slot));
  return {.is_label = is_label,
          .is_foreign =
              is_behind_foreign || is_before_foreign || has_foreign_prefix ||
              (is_label && (!has_letters(page.value(slot)) || page.value(slot).ends_with(':')))};
}

bool is_unlike_labels(const FieldRule& rule, std::string_view value) {
  if (!rule.is_number) return false;
  constexpr std::ptrdiff_t most_letters = 8;  // by digit
  const auto digits = std::ranges::count_if(value, [](char c) { return c >= '0' && c <= '9'; });
  const auto letters = std::ranges::count_if(value, [](char c) {
    return has_word_letters({&c, 1});
  });
  return letters > 0 && letters >= most_letters * digits;
}

FieldState judge(const FieldRule& rule, const Outcome& outcome, const Objections& objections,
                 const ApplyOptions& options, double& confidence) {
  if (outcome.value == 0) return FieldState::kAbsent;
  const double usual = rule.usual_support > 0 ? outcome.support / rule.usual_support : 1;
  const double present = outcome.support / (outcome.support + outcome.absent);
  confidence = outcome.share() * std::min(1.0, usual) * std::min(1.0, 2 * present) *
               static_cast<double>(rule.trust);
  if (outcome.absent > options.veto * outcome.support || objections.is_foreign ||
      (objections.is_label && usual < options.label)) {
    return FieldState::kAbsent;
  }
  const bool is_weak = outcome.share() < options.min_share || usual < options.min_support;
  return is_weak ? FieldState::kReview : FieldState::kFound;
}

}  // namespace pagekin::wrapper
