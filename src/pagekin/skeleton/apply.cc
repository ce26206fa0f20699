#include "pagekin/skeleton/apply.h"

#include <algorithm>

#include "pagekin/core/sorted.h"

namespace pagekin::skeleton {
namespace {

// Values without a label, and those of keys that are not distinguished by labels.
constexpr std::uint64_t kAnyLabel = 0;

}  // namespace

std::string_view text_of(const PageNodes& page, Source source, const SlotValue& value) {
  const bool is_text = source == Source::kText;
  const std::string_view text =
      page.text(is_text ? page.texts[value.value] : page.attributes[value.value]);
  return value.size == kNone ? text : text.substr(value.begin, value.size);
}

Applier::Applier(const TemplateModel& model) : model_(&model) {
  const auto number_all = [](KeyNumbers& numbers, std::size_t count, const auto& key_of) {
    for (std::uint32_t i = 0; i < count; ++i) numbers.find_or_add(key_of(i), i, key_of);
  };
  number_all(stable_, model.stable_names.size(),
             [&](std::uint32_t i) { return model.stable_names[i]; });
  number_all(known_, model.known_texts.size(),
             [&](std::uint32_t i) { return model.known_texts[i].key; });
  for (const KnownText& text : model.known_texts)
    fixed_texts_ += text.is_fixed && text.is_text ? 1 : 0;

  for (std::uint32_t s = 0; s < model.slots.size(); ++s) {
    const SlotRule& rule = model.slots[s].rule;
    if (model.slots[s].whole != kNone) {
      pieces_.resize(model.slots.size());
      pieces_[model.slots[s].whole].push_back(s);
      continue;
    }
    const std::uint32_t key =
        key_numbers_.find_or_add(rule.key, static_cast<std::uint32_t>(keys_.size()),
                                 [&](std::uint32_t i) { return keys_[i].key; });
    if (key == keys_.size()) keys_.push_back({.key = rule.key});
    if (rule.label != kAnyLabel) keys_[key].has_labels = true;
    const std::uint64_t rule_key = combine(rule.key, rule.label);
    const std::uint32_t number =
        rule_numbers_.find_or_add(rule_key, static_cast<std::uint32_t>(rules_.size()),
                                  [&](std::uint32_t i) { return rules_[i].key; });
    if (number == rules_.size()) rules_.push_back({.key = rule_key, .slots = {}});
    if (rule.ordinal == kNone) {
      rules_[number].slot = s;
    } else {
      std::vector<std::uint32_t>& slots = rules_[number].slots;
      if (slots.size() <= rule.ordinal) slots.resize(rule.ordinal + 1, kNone);
      slots[rule.ordinal] = s;
    }
  }
}

ReadLimits Applier::limits() const {
  ReadLimits limits{.keep_names = false, .sources = 0};
  for (const Slot& slot : model_->slots) {
    if (slot.dropped == Dropped::kNo) limits.sources |= 1U << static_cast<unsigned>(slot.source);
  }
  return limits;
}

void Applier::take(const Value& value, std::uint32_t number, std::uint64_t label,
                   Workspace& workspace, Applied& applied) const {
  const std::uint64_t key = key_of(value, workspace.places);
  const auto found = key_numbers_.find(key, [&](std::uint32_t i) { return keys_[i].key; });
  if (!found) return;
  const std::uint64_t rule_key = combine(key, keys_[*found].has_labels ? label : kAnyLabel);
  const auto rule = rule_numbers_.find(rule_key, [&](std::uint32_t i) { return rules_[i].key; });
  if (!rule) return;
  const std::uint32_t ordinal = workspace.counts[*rule]++;
  std::uint32_t slot = rules_[*rule].slot;
  if (slot == kNone) {
    const std::vector<std::uint32_t>& slots = rules_[*rule].slots;
    if (ordinal >= slots.size()) {
      if (!slots.empty()) applied.crowded.push_back(owner_of(slots.back()));
      return;
    }
    slot = slots[ordinal];
    if (slot == kNone) return;
  }
  slot = owner_of(slot);
  // A slot of one value a page takes the first.
  const SlotRule& slot_rule = model_->slots[slot].rule;
  if (!slot_rule.is_list) {
    std::uint64_t& taken = workspace.taken[slot];
    if (taken != 0) {
      if (taken != (value.hash | 1)) applied.crowded.push_back(slot);
      return;
    }
    taken = value.hash | 1;
  }
  applied.values.push_back({.slot = slot, .value = number});
}

void Applier::add_pieces(const PageNodes& page, Applied& applied) const {
  if (pieces_.empty()) return;
  const std::size_t count = applied.values.size();
  for (std::size_t i = 0; i < count; ++i) {
    const SlotValue whole = applied.values[i];
    for (const std::uint32_t slot : pieces_[whole.slot]) {
      const std::string_view text = page.text(page.texts[whole.value]);
      const auto pieces = pieces_of(model_->slots[slot].form, text);
      if (!pieces) continue;
      const std::string_view piece = (*pieces)[model_->slots[slot].piece];
      if (piece.empty()) continue;
      applied.values.push_back({.slot = slot,
                                .value = whole.value,
                                .begin = static_cast<std::uint32_t>(piece.data() - text.data()),
                                .size = static_cast<std::uint32_t>(piece.size())});
    }
  }
}

std::uint64_t Applier::label_before(std::string_view text, std::uint64_t label) const {
  if (model_->prefixes.empty()) return label;
  const std::string_view prefix = prefix_of(text);
  if (prefix.empty()) return label;
  const std::uint64_t own = label_of(prefix);
  return std::ranges::binary_search(model_->prefixes, own) ? own : label;
}

void Applier::apply(const PageNodes& page, Workspace& workspace, Applied& applied) const {
  applied.values.clear();
  applied.crowded.clear();
  applied.roles.assign(page.texts.size(), {});
  applied.attribute_roles.assign(page.attributes.size(), {});
  workspace.places.read(page, [&](std::uint64_t name) {
    return stable_.find(name, [&](std::uint32_t i) { return model_->stable_names[i]; }).has_value();
  });
  workspace.is_seen.assign(model_->known_texts.size(), false);
  workspace.counts.assign(rules_.size(), 0);
  workspace.taken.assign(model_->slots.size(), 0);
  std::size_t seen = 0;
  std::uint64_t label = kNoLabel;
  for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
    const Value& text = page.texts[i];
    const std::uint32_t known =
        find_known(combine(workspace.places.places[text.element], text.hash));
    bool is_fixed = false;
    std::uint64_t own_label = 0;
    if (known != kNone) {
      const KnownText& found = model_->known_texts[known];
      is_fixed = found.is_fixed;
      own_label = found.label;
      applied.roles[i] = {
          .pages = found.pages, .is_fixed = found.is_fixed, .is_label = found.label != 0};
      if (!workspace.is_seen[known]) {
        workspace.is_seen[known] = true;
        if (is_fixed) ++seen;
      }
    }
    if (!is_fixed) take(text, i, label_before(page.text(text), label), workspace, applied);
    if (own_label != 0) label = own_label;
  }
  for (std::uint32_t i = 0; i < page.attributes.size(); ++i) {
    const Value& value = page.attributes[i];
    const std::uint32_t known = find_known(combine(key_of(value, workspace.places), value.hash));
    bool is_fixed = false;
    if (known != kNone) {
      const KnownText& found = model_->known_texts[known];
      is_fixed = found.is_fixed;
      applied.attribute_roles[i] = {.pages = found.pages, .is_fixed = is_fixed};
    }
    if (!is_fixed) take(value, i, kNoLabel, workspace, applied);
  }
  add_pieces(page, applied);
  std::ranges::stable_sort(applied.values, {}, &SlotValue::slot);
  sort_unique(applied.crowded);
  applied.fit =
      fixed_texts_ == 0 ? 1.0 : static_cast<double>(seen) / static_cast<double>(fixed_texts_);
}

}  // namespace pagekin::skeleton
