#include "pagekin/wrapper/apply.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/url/url.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxListed = 1'000;  // values of one field

}  // namespace

bool value_at(const PageSlots& page, const FieldRule& rule, std::uint32_t slot,
              std::string_view address, std::string& buffer) {
  const Slot& first = page.slots[slot];
  std::string_view text = page.value(slot);
  std::string joined;
  if (rule.extent.kind != Extent::Kind::kSlot && first.kind == SlotKind::kText) {
    std::uint32_t begin = slot;
    std::uint32_t end = slot + 1;
    if (rule.extent.kind == Extent::Kind::kElement) {
      std::uint32_t at = first.element;
      for (std::uint32_t i = 0; i < rule.extent.levels && page.elements[at].parent != kNone; ++i) {
        at = page.elements[at].parent;
      }
      begin = page.elements[at].first_text;
      end = page.elements[at].last_text + 1;
    } else {
      end = static_cast<std::uint32_t>(
          std::min<std::size_t>(page.text_count, std::size_t{slot} + rule.extent.levels));
    }
    for (std::uint32_t i = begin; i < end && joined.size() < kMaxValueBytes; ++i) {
      if (!joined.empty() && rule.extent.spaced) joined += ' ';
      joined += page.value(i);
    }
    text = joined;
  }
  const auto part = part_of(rule.part, text);
  if (!part) return false;
  buffer.assign(*part);
  if (!rule.is_address) return true;
  const auto base = url::parse(address);
  const auto full = url::parse(buffer, base ? &*base : nullptr);
  if (full) buffer = full->href();
  return true;
}

Applier::Applier(const TemplateRules& rules, const ApplyOptions& options)
    : rules_(&rules), options_(options), slots_{.attributes = false, .json = false} {
  for (const FieldRule& rule : rules.fields) {
    const auto use = [&](const std::vector<Selector>& selectors,
                         std::vector<std::vector<std::uint32_t>>& numbers) {
      std::vector<std::uint32_t>& own = numbers.emplace_back();
      own.reserve(selectors.size());
      for (const Selector& selector : selectors) {
        own.push_back(keys_.add(selector.key));
        families_.set(static_cast<std::size_t>(selector.family));
        if (selector.family == Family::kJson) slots_.json = true;
      }
    };
    use(rule.selectors, key_of_);
    use(rule.list_keys, list_key_of_);
    if (rule.in_attribute) slots_.attributes = true;
  }
  matches_.resize(keys_.size());
}

void Applier::find_slots(const PageSlots& page) {
  for (std::vector<std::uint32_t>& slots : matches_) slots.clear();
  maker_.prepare(page, rules_->vocabulary, families_);
  const auto count = static_cast<std::uint32_t>(slots_.attributes || slots_.json ? page.slots.size()
                                                                                 : page.text_count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    maker_.keys_of(slot, [&](Family, std::uint64_t key) {
      if (keys_.may_have(key)) note_match(key, slot);
    });
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
  found.resize(rules_->fields.size());
  for (std::size_t field = 0; field < found.size(); ++field) {
    found[field] = {};
    vote(page, address, field, found[field]);
  }
  // A slot is of the field that has more of its usual support there. Two fields that mean the same
  // have equally much.
  for (FoundField& one : found) {
    const bool has_rival = std::ranges::any_of(found, [&](const FoundField& other) {
      return other.state == FieldState::kFound && other.slot == one.slot &&
             one.support < options_.rival * other.support;
    });
    if (has_rival) lost_.push_back(&one);
  }
  for (FoundField* one : lost_) one->state = FieldState::kAbsent;
  lost_.clear();
}

std::uint32_t Applier::slot_of(const Selector& selector, std::uint32_t key) const {
  const std::vector<std::uint32_t>& slots = matches_[key];
  const auto size = static_cast<std::int64_t>(slots.size());
  const std::int64_t at = selector.ordinal >= 0 ? selector.ordinal : size + selector.ordinal;
  return at >= 0 && at < size ? slots[static_cast<std::size_t>(at)] : kNone;
}

void Applier::vote(const PageSlots& page, std::string_view address, std::size_t field,
                   FoundField& found) {
  const FieldRule& rule = rules_->fields[field];
  votes_.clear();
  voted_.clear();
  for (std::size_t i = 0; i < rule.selectors.size(); ++i) {
    const Selector& selector = rule.selectors[i];
    const std::uint32_t slot = slot_of(selector, key_of_[field][i]);
    voted_.push_back(slot);
    votes_.push_back({selector.family, selector.weight, selector.silence,
                      slot == kNone ? 0 : page.slots[slot].hash});
  }
  const Outcome outcome = count_votes(votes_);
  if (outcome.value == 0) return;
  for (std::size_t i = 0; i < votes_.size() && found.slot == kNone; ++i) {
    if (votes_[i].value == outcome.value) found.slot = voted_[i];
  }
  found.agreement = outcome.share();
  found.support = rule.usual_support > 0 ? outcome.support / rule.usual_support : 1;
  if (!value_at(page, rule, found.slot, address, buffer_)) {
    found.state = FieldState::kReview;
    found.values.emplace_back(page.value(found.slot));
    return;
  }
  found.values.push_back(buffer_);
  found.state = judge(rule, outcome, objections_to(rule, rules_->vocabulary, page, found.slot),
                      options_, found.confidence);
  if (found.state != FieldState::kFound || !rule.is_list) return;
  for (std::size_t i = 0; i < rule.list_keys.size(); ++i) {
    const std::vector<std::uint32_t>& slots = matches_[list_key_of_[field][i]];
    const bool has_winner = std::ranges::any_of(
        slots, [&](std::uint32_t slot) { return page.slots[slot].hash == outcome.value; });
    if (!has_winner) continue;
    found.values.clear();
    std::vector<std::uint64_t> seen;
    for (const std::uint32_t slot : slots) {
      if (!value_at(page, rule, slot, address, buffer_)) continue;
      const std::uint64_t hash = hash_bytes(buffer_);
      if (std::ranges::find(seen, hash) != seen.end() || seen.size() == kMaxListed) continue;
      seen.push_back(hash);
      found.values.push_back(buffer_);
    }
    return;
  }
}

Objections objections_to(const FieldRule& rule, const Vocabulary& vocabulary, const PageSlots& page,
                         std::uint32_t slot) {
  const Slot& one = page.slots[slot];
  if (one.kind != SlotKind::kText) return {};
  // Labels do not tell digits apart: dates would be labels.
  const bool is_label = !rule.is_constant && !has_digits(page.value(slot)) &&
                        one.size <= kMaxLabelBytes && vocabulary.labels.contains(one.label);
  const bool is_behind_foreign =
      one.previous != kNone &&
      (std::ranges::binary_search(rule.foreign_labels, page.slots[one.previous].label) ||
       std::ranges::binary_search(rule.foreign_labels, page.slots[one.previous].hash));
  const bool has_foreign_prefix =
      !rule.foreign_labels.empty() &&
      std::ranges::binary_search(rule.foreign_labels, keys::label_inside(page.value(slot)));
  return {.is_label = is_label,
          .is_foreign = is_behind_foreign || has_foreign_prefix ||
                        (is_label && !has_letters(page.value(slot)))};
}

FieldState judge(const FieldRule& rule, const Outcome& outcome, const Objections& objections,
                 const ApplyOptions& options, double& confidence) {
  if (outcome.value == 0) return FieldState::kAbsent;
  const double usual = rule.usual_support > 0 ? outcome.support / rule.usual_support : 1;
  const double present = outcome.support / (outcome.support + outcome.absent);
  confidence = outcome.share() * std::min(1.0, usual) * std::min(1.0, 2 * present);
  if (outcome.absent > options.veto * outcome.support || objections.is_foreign ||
      (objections.is_label && usual < options.label)) {
    return FieldState::kAbsent;
  }
  const bool is_weak = outcome.share() < options.min_share || usual < options.min_support;
  return is_weak ? FieldState::kReview : FieldState::kFound;
}

}  // namespace pagekin::wrapper
