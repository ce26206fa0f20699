#include "pagekin/wrapper/learn.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pagekin/core/stop.h"
#include "pagekin/wrapper/foreign_labels.h"
#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/list_keys.h"
#include "pagekin/wrapper/profile_field.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/text_part.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr double kCloseVote = 0.6;  // a smaller share of the winner is a doubt

// The part of the winning texts that is the value, as labelled values show it.
std::optional<TextPart> part_of_winners(const TemplatePages& pages, const PlacedField& field,
                                        const FieldVotes& votes) {
  std::vector<KnownPart> known;
  for (const PlacedField::Placed& placed : field.placed) {
    const PageSlots& page = pages[placed.page];
    const auto slot = std::ranges::find_if(placed.slots, [&](std::uint32_t one) {
      return page.slots[one].hash == votes.outcomes[placed.page].value;
    });
    if (slot == placed.slots.end()) continue;
    const std::string_view text = page.value(*slot);
    const auto value = std::ranges::find_if(placed.values, [&](const std::string& one) {
      return text.find(one) != std::string_view::npos;
    });
    if (value != placed.values.end()) known.push_back({text, *value});
  }
  std::vector<std::string_view> others;
  for (std::uint32_t page = 0; page < pages.size(); ++page) {
    if (votes.slots[page] != kNone) others.push_back(pages[page].value(votes.slots[page]));
  }
  return learn_part(known, others);
}

// Whether true values are texts of the template, such as the name of a category.
bool has_texts_of_template(const TemplatePages& pages, const PlacedField& field) {
  return std::ranges::any_of(field.placed, [&](const PlacedField::Placed& placed) {
    const PageSlots& page = pages[placed.page];
    return std::ranges::any_of(placed.slots, [&](std::uint32_t slot) {
      const Slot& one = page.slots[slot];
      return one.kind == SlotKind::kText && pages.vocabulary().labels.contains(one.label) &&
             !has_digits(page.value(slot));
    });
  });
}

// Sets on which pages without a label the vote is close.
void note_doubt(const LabelledField& labelled, std::span<const Outcome> outcomes,
                LearnedField& learned) {
  std::vector<bool> is_labelled(outcomes.size());
  for (const FieldLabel& label : labelled.labels) is_labelled[label.page] = true;
  std::size_t close = 0;
  double least = kCloseVote;
  for (std::uint32_t page = 0; page < outcomes.size(); ++page) {
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
  learned.doubt = static_cast<double>(close) / static_cast<double>(outcomes.size());
}

LearnedField learn_field(const TemplatePages& pages, const KeyMatches& matches,
                         const LabelledField& labelled, const PlacedField& field,
                         const LearnOptions& options) {
  LearnedField learned;
  FieldRule& rule = learned.rule;
  rule.name = labelled.name;
  rule.extent = field.extent;
  rule.is_address = field.is_address;
  rule.in_attribute = field.in_attribute;
  if (field.placed.empty()) return learned;
  const std::vector<WeighedSelector> selectors = weighed_selectors(pages, matches, field, options);
  if (selectors.empty()) return learned;
  const FieldVotes votes = vote_on_pages(selectors, pages.size());
  if (field.is_part) {
    const std::optional<TextPart> part = part_of_winners(pages, field, votes);
    if (!part) return learned;
    rule.part = *part;
  }
  learned.is_found = true;
  rule.selectors.reserve(selectors.size());
  for (const WeighedSelector& one : selectors) rule.selectors.push_back(one.selector);
  rule.list_keys = list_keys(pages, matches, field, votes.outcomes);
  rule.is_list = !rule.list_keys.empty();
  if (options.foreign) rule.foreign_labels = foreign_labels(pages, field, votes);
  rule.is_constant = has_texts_of_template(pages, field);
  rule.usual_support = usual_support(votes);
  rule.profile = profile_field(pages, votes, rule);
  note_doubt(labelled, votes.outcomes, learned);
  return learned;
}

FamilySet families_in_use(const LearnOptions& options) {
  if (!options.only_path) return all_families();
  FamilySet one;
  one.set(static_cast<std::size_t>(Family::kAbsolute));
  return one;
}

}  // namespace

std::vector<LearnedField> learn_fields(std::span<const PageSlots* const> pages,
                                       std::span<const std::string_view> addresses,
                                       std::span<const LabelledField> fields,
                                       const LearnOptions& options, TemplateRules& rules) {
  const TemplatePages all(pages, addresses);
  std::vector<PlacedField> placed;
  placed.reserve(fields.size());
  for (const LabelledField& field : fields) placed.push_back(place_labels(all, field));
  const KeyMatches matches(all, placed, families_in_use(options));
  std::vector<LearnedField> learned;
  learned.reserve(fields.size());
  rules.vocabulary = all.vocabulary();
  rules.pages = static_cast<std::uint32_t>(pages.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    check_stop();
    learned.push_back(learn_field(all, matches, fields[i], placed[i], options));
    if (learned.back().is_found) rules.fields.push_back(learned.back().rule);
  }
  return learned;
}

}  // namespace pagekin::wrapper
