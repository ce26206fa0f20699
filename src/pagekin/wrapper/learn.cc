#include "pagekin/wrapper/learn.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/choose_extent.h"
#include "pagekin/wrapper/evidence.h"
#include "pagekin/wrapper/foreign_labels.h"
#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/list_keys.h"
#include "pagekin/wrapper/listed_text.h"
#include "pagekin/wrapper/name_labels.h"
#include "pagekin/wrapper/part_at_slots.h"
#include "pagekin/wrapper/profile_field.h"
#include "pagekin/wrapper/settle_places.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/values_together.h"

namespace pagekin::wrapper {
namespace {

constexpr double kCloseVote = 0.6;  // a smaller share of the winner is a doubt
constexpr double kUnseenCertainty = 0.5;
constexpr float kUncertainLabel = 0.85F;  // trust in a field whose labels are not certain

// Without pages that are labelled to lack the field. Selectors that find its text there are right
// if the text lacks the part: nothing if they are not.
std::optional<FieldVotes> votes_for_parts(const TemplatePages& pages, const PlacedField& field,
                                          const std::vector<WeighedSelector>& selectors) {
  FieldVotes votes = vote_on_pages(selectors, pages.size());
  const std::optional<LearnedPart> part = part_at_slots(pages, field, votes.slots);
  if (!part) return std::nullopt;
  const bool are_without = std::ranges::all_of(field.absent, [&](std::uint32_t page) {
    const std::uint32_t slot = votes.slots[page];
    return slot == kNone || !part_of(part->part, pages[page].value(slot));
  });
  if (!are_without) return std::nullopt;
  return votes;
}

// Whether true values are texts of the template, such as the name of a category.
bool has_texts_of_template(const TemplatePages& pages, const PlacedField& field) {
  return std::ranges::any_of(field.placed, [&](const PlacedField::Placed& placed) {
    const PageSlots& page = pages[placed.page];
    return std::ranges::any_of(placed.slots, [&](std::uint32_t slot) {
      const Slot& one = page.slots[slot];
      return one.source == Source::kText && pages.vocabulary().labels.contains(one.label) &&
             !has_digits(page.value(slot));
    });
  });
}

bool are_numbers(const PlacedField& field) {
  return std::ranges::all_of(field.placed, [](const PlacedField::Placed& placed) {
    return !placed.values.empty() &&
           std::ranges::all_of(placed.values, [](const std::string& value) {
             return has_digits(value) && !has_word_letters(value);
           });
  });
}

// The values of a list by the rule, around the slot that selectors found.
std::vector<SlotRange> items_by(const TemplatePages& pages, const KeyMatches& matches,
                                const FieldRule& rule, std::uint32_t page, std::uint32_t slot) {
  if (rule.extent.item != 0) return items_of(pages[page], pages.vocabulary(), rule.extent, slot);
  std::vector<SlotRange> items;
  if (rule.list_keys.empty()) return items;
  const Selector& best = rule.list_keys.front();
  for (const Match& match : matches.with(matches.number_of({best.family, best.key}), page)) {
    const SlotRange item = range_of(pages[page], pages.vocabulary(), rule.extent, match.slot);
    if (item.first != kNone) items.push_back(item);
  }
  return items;
}

// The most that stands between the values of a labelled list. Of one value nothing is known: marks
// may separate others.
Between seen_between(const TemplatePages& pages, const KeyMatches& matches,
                     const PlacedField& field, const FieldVotes& votes, const FieldRule& rule) {
  bool has_several = false;
  Between most = Between::kNothing;
  for (const PlacedField::Placed& placed : field.placed) {
    const std::uint32_t slot = votes.slots[placed.page];
    if (slot == kNone) return Between::kWords;
    const std::vector<SlotRange> items = items_by(pages, matches, rule, placed.page, slot);
    has_several = has_several || items.size() > 1;
    most = std::min(most, most_between(pages[placed.page], items));
  }
  return has_several ? most : std::min(most, Between::kMarks);
}

// Whether the labelled value stood alone, and values of enough other pages do not.
bool is_alone_of_several(const TemplatePages& pages, const PlacedField& field,
                         const FieldVotes& votes, const FieldRule& rule) {
  constexpr std::size_t words_of_prose = 7;  // paragraphs are one text, not a list
  constexpr std::size_t fewest = 2;
  constexpr double least_share = 0.1;
  if (field.kind != PlaceKind::kText) return false;
  const auto several_with = [&](std::uint32_t page, std::uint32_t slot) {
    const SlotRange range = range_of(pages[page], pages.vocabulary(), rule.extent, slot);
    return range.first != kNone &&
           values_together(pages[page], pages.vocabulary(), range).size() > 1;
  };
  std::vector<bool> is_labelled(pages.size());
  for (const PlacedField::Placed& placed : field.placed) {
    is_labelled[placed.page] = true;
    if (placed.distinct != 1 || placed.element != kNone) return false;
    const std::uint32_t slot = votes.slots[placed.page];
    const bool is_prose = std::ranges::any_of(placed.values, [](const std::string& value) {
      return static_cast<std::size_t>(std::ranges::count(value, ' ')) + 1 >= words_of_prose;
    });
    if (is_prose || slot == kNone || several_with(placed.page, slot)) return false;
  }
  std::size_t answered = 0;
  std::size_t several = 0;
  for (std::uint32_t page = 0; page < pages.size(); ++page) {
    const std::uint32_t slot = votes.slots[page];
    if (is_labelled[page] || slot == kNone || pages[page].slots[slot].source != Source::kText) {
      continue;
    }
    ++answered;
    several += several_with(page, slot) ? 1 : 0;
  }
  return several >= fewest &&
         static_cast<double>(several) >= least_share * static_cast<double>(answered);
}

// Whether a page has in or between its values what labelled pages do not have there, or the value
// may be another part of its text.
bool has_unseen(const TemplatePages& pages, const KeyMatches& matches, const FieldRule& rule,
                std::uint32_t page, std::uint32_t slot) {
  if (slot == kNone) return false;
  if (is_behind_other_label(rule, pages[page], slot)) return true;
  if (has_unseen_labels(pages[page], pages.vocabulary(), rule.extent, slot) ||
      is_disputed(pages[page], rule,
                  range_of(pages[page], pages.vocabulary(), rule.extent, slot))) {
    return true;
  }
  if (rule.was_labelled_alone()) {
    const SlotRange range = range_of(pages[page], pages.vocabulary(), rule.extent, slot);
    return values_together(pages[page], pages.vocabulary(), range).size() > 1;
  }
  return rule.is_list &&
         most_between(pages[page], items_by(pages, matches, rule, page, slot)) < rule.between;
}

// Sets on which pages without a label the vote is close, or something was not seen on labelled
// ones.
void note_doubt(const TemplatePages& pages, const KeyMatches& matches,
                const LabelledField& labelled, const FieldVotes& votes, LearnedField& learned) {
  const std::vector<Outcome>& outcomes = votes.outcomes;
  std::vector<bool> is_labelled(outcomes.size());
  for (const FieldLabel& label : labelled.labels) is_labelled[label.page] = true;
  std::size_t close = 0;
  double least = kCloseVote;
  for (std::uint32_t page = 0; page < outcomes.size(); ++page) {
    if (is_labelled[page]) continue;
    const Outcome& outcome = outcomes[page];
    const double present = outcome.support / std::max(1e-12, outcome.support + outcome.absent);
    double certainty = std::max(outcome.share() * present, 1 - present);
    if (has_unseen(pages, matches, learned.rule, page, votes.slots[page])) {
      certainty = std::min(certainty, kUnseenCertainty);
    }
    if (certainty >= kCloseVote) continue;
    ++close;
    if (certainty < least) {
      least = certainty;
      learned.ask = page;
    }
  }
  learned.doubt = static_cast<double>(close) / static_cast<double>(outcomes.size());
}

// A place in words: some texts before it, and what it has.
std::string description_of(const PageSlots& page, const SlotRange& range, int texts_before) {
  constexpr std::size_t most_before = 40;
  constexpr std::size_t most_value = 60;
  std::string text;
  std::uint32_t before = page.slots[range.first].previous;
  for (int i = 0; i < texts_before && before != kNone; ++i) {
    text.insert(0, std::string(clipped(page.value(before), most_before)) + " ");
    before = page.slots[before].previous;
  }
  return text + "[" + std::string(clipped(page.value(range.first), most_value)) + "]";
}

// Places in words that distinguish them: with as many texts before each as it takes, or else with
// their numbers among the texts of the page.
std::vector<std::string> descriptions_of(const PageSlots& page, std::span<const SlotRange> places) {
  constexpr int most_texts_before = 4;
  std::vector<std::string> all;
  for (int texts = 1; texts <= most_texts_before; ++texts) {
    all.clear();
    for (const SlotRange& range : places) all.push_back(description_of(page, range, texts));
    std::vector<std::string> different = all;
    sort_unique(different);
    if (different.size() == all.size()) return all;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = description_of(page, places[i], 1) + " (text " + std::to_string(places[i].first + 1) +
             " of the page)";
  }
  return all;
}

// What stands around the places of a labelled value that are in doubt.
void note_places(const TemplatePages& pages, const SettledPlaces& settled, LearnedField& learned) {
  if (settled.rivals.empty()) return;
  learned.places = descriptions_of(pages[settled.page], settled.rivals);
  if (learned.ask == kNone) learned.ask = settled.differs;
  learned.rule.trust = kUncertainLabel;
}

Neighbours neighbours_of_labels(const TemplatePages& pages, const PlacedField& field) {
  Neighbours all;
  for (const PlacedField::Placed& placed : field.placed) {
    for (const SlotRange& range : placed.ranges) {
      const Neighbours one = neighbours_of(pages[placed.page], pages.vocabulary(), range);
      all = {.before = all.before || one.before,
             .after = all.after || one.after,
             .joined_before = all.joined_before || one.joined_before,
             .joined_after = all.joined_after || one.joined_after};
    }
  }
  return all;
}

// Labels whose values stand in one text have one value, which the separators divide. Whether there
// are such labels.
bool join_listed(const TemplatePages& pages, LabelledField& field) {
  std::vector<FieldLabel> joined = field.labels;
  std::vector<std::string> separators;
  for (FieldLabel& label : joined) {
    if (label.values.size() < 2) continue;
    const std::vector<ListedText> listed = listed_texts(pages[label.page], label.values);
    if (listed.empty() || stand_apart(pages[label.page], label.values)) return false;
    const std::vector<std::string>& own = listed.front().separators;
    separators.insert(separators.end(), own.begin(), own.end());
    label.values = {listed.front().text};
  }
  if (separators.empty()) return false;
  sort_unique(separators);
  field.separators = std::move(separators);
  field.labels = std::move(joined);
  return true;
}

std::vector<std::string> values_of(const FieldLabel& label, const LabelledField& field) {
  if (field.separators.empty() || label.values.empty()) return label.values;
  return divided(label.values.front(), field.separators);
}

// The number of values at the place of a list; kNone: the page has no such place.
std::size_t count_listed(const PageSlots& page, std::uint64_t place, const ListedText& list) {
  for (std::uint32_t slot = 0; slot < page.slots.size(); ++slot) {
    if (place_of_list(page, slot) == place) {
      return divided(page.value(slot), list.separators).size();
    }
  }
  return kNone;
}

// Of lists that stand in several texts of each labelled page: on another page these may have
// different numbers of values ("With Ann, Bob" in the summary, all names below). Nobody knows which
// of them is meant.
void note_other_lists(const TemplatePages& pages, const LabelledField& field,
                      LearnedField& learned) {
  std::vector<ListedText> fewest;
  const PageSlots* labelled = nullptr;
  for (const FieldLabel& label : field.labels) {
    std::vector<ListedText> all = listed_texts(pages[label.page], values_of(label, field));
    if (all.empty() || (labelled != nullptr && all.size() >= fewest.size())) continue;
    fewest = std::move(all);
    labelled = &pages[label.page];
  }
  for (std::size_t k = 1; k < fewest.size(); ++k) {
    const std::uint64_t first = place_of_list(*labelled, fewest.front().slot);
    const std::uint64_t other = place_of_list(*labelled, fewest[k].slot);
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      if (count_listed(pages[page], first, fewest.front()) ==
          count_listed(pages[page], other, fewest[k])) {
        continue;
      }
      learned.rule.trust = std::min(learned.rule.trust, kUncertainLabel);
      for (const std::size_t i : {std::size_t{0}, k}) {
        learned.places.emplace_back(clipped(labelled->value(fewest[i].slot), 60));
      }
      if (learned.ask == kNone) learned.ask = page;
      return;
    }
  }
}

bool have_marks(const LabelledField& field) {
  return std::ranges::any_of(field.labels, [&](const FieldLabel& label) {
    return std::ranges::any_of(values_of(label, field), may_be_several);
  });
}

LearnedField learn_field(const TemplatePages& pages, const KeyMatches& matches,
                         const LabelledField& labelled, const PlacedField& given,
                         const NamedParts& parts, const LearnOptions& options) {
  LearnedField learned;
  FieldRule& rule = learned.rule;
  rule.name = labelled.name;
  rule.in_attribute = given.in_attribute;
  if (given.placed.empty()) return learned;
  std::vector<WeighedSelector> selectors = weighed_selectors(pages, matches, given, {}, options);
  if (selectors.empty()) return learned;
  FieldVotes votes = vote_on_pages(selectors, pages.size());
  SettledPlaces settled = settle_places(pages, matches, given, votes, options);
  if (are_parts_meant(pages, matches, settled.field, votes, parts, options, settled)) {
    settled = {.field = parts.field, .is_restricted = true, .rivals = {}};
  }
  const PlacedField& field = settled.field;
  if (settled.is_restricted) {
    selectors = weighed_selectors(pages, matches, field, {}, options);
    votes = vote_on_pages(selectors, pages.size());
  }
  if (options.extents) rule.extent = choose_extent(pages, field, votes);
  if (rule.extent.kind == Extent::Kind::kContainer) {
    // What finds any text of the container finds the value.
    selectors = weighed_selectors(pages, matches, field, rule.extent, options);
    votes = vote_on_pages(selectors, pages.size());
  }
  PlacedField found_at = field;  // where its text is, which pages that lack a part may have
  if (field.is_part() && !field.absent.empty()) {
    found_at.absent.clear();
    std::vector<WeighedSelector> all =
        weighed_selectors(pages, matches, found_at, rule.extent, options);
    if (std::optional<FieldVotes> more = votes_for_parts(pages, field, all)) {
      selectors = std::move(all);
      votes = std::move(*more);
    } else {
      found_at.absent = field.absent;
    }
  }
  if (field.is_part()) {
    std::optional<LearnedPart> part = part_at_slots(pages, field, votes.slots);
    if (!part) return learned;
    rule.part = std::move(part->part);
    rule.rivals = std::move(part->rivals);
  }
  learned.is_found = true;
  rule.selectors.reserve(selectors.size());
  for (const WeighedSelector& weighed : selectors) rule.selectors.push_back(weighed.selector);
  if (rule.extent.item == 0) rule.list_keys = list_keys(pages, matches, field, votes);
  rule.is_list = rule.extent.item != 0 || !rule.list_keys.empty();
  if (!labelled.separators.empty()) {
    rule.separators = labelled.separators;
    rule.is_list = true;
    rule.between = have_marks(labelled) ? Between::kWords : Between::kNothing;
  } else if (rule.is_list) {
    rule.between = seen_between(pages, matches, field, votes, rule);
  } else if (options.extents && !field.is_list()) {
    rule.is_list = is_alone_of_several(pages, field, votes, rule);
  }
  if (options.foreign) {
    rule.foreign_labels = foreign_labels(pages, field, votes);
    rule.own_label = own_label(pages, field, votes);
  }
  if (options.places) {
    FieldReferences references = matches.references_of(found_at);
    rule.own_slots = std::move(references.own);
    rule.reference_pages = references.pages;
  }
  for (const std::uint32_t page : field.absent) {
    if (!pages.address(page).empty()) rule.absent_on.push_back(hash_bytes(pages.address(page)));
  }
  std::ranges::sort(rule.absent_on);
  rule.is_constant = has_texts_of_template(pages, field);
  rule.has_placeholders = std::ranges::any_of(field.placed, [](const PlacedField::Placed& placed) {
    return std::ranges::any_of(placed.values, is_placeholder);
  });
  rule.is_number = are_numbers(field);
  rule.had_neighbours = neighbours_of_labels(pages, field);
  rule.usual_support = usual_support(votes);
  rule.profile = profile_field(pages, field, votes, rule);
  note_doubt(pages, matches, labelled, votes, learned);
  note_places(pages, settled, learned);
  if (!labelled.separators.empty()) note_other_lists(pages, labelled, learned);
  if (rule.extent.kind == Extent::Kind::kRun && !rule.extent.ends_it())
    rule.trust = kUncertainLabel;
  if (labelled.is_borrowed) rule.trust = kUncertainLabel;
  return learned;
}

std::string without_gaps(std::string_view text) {
  std::string bare(text);
  std::erase(bare, ' ');
  return bare;
}

// Applies the rules to labelled pages.
void check_labels(const TemplatePages& pages, std::span<const LabelledField> fields,
                  TemplateRules& rules, std::vector<LearnedField>& learned) {
  Applier applier(rules);
  std::vector<std::vector<FoundField>> found(pages.size());
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!learned[f].is_found) continue;
    const auto rule = std::ranges::find(rules.fields, fields[f].name, &FieldRule::name);
    const auto number = static_cast<std::size_t>(rule - rules.fields.begin());
    for (const FieldLabel& label : fields[f].labels) {
      if (!label.places.empty()) continue;
      std::vector<FoundField>& on_page = found[label.page];
      if (on_page.empty()) {
        applier.apply(pages[label.page], pages.address(label.page), on_page);
      }
      const FoundField& given = on_page[number];
      const bool has_value = given.state == FieldState::kFound;
      const std::vector<std::string> values = values_of(label, fields[f]);
      const bool is_right =
          std::ranges::equal(values, has_value ? given.values : std::vector<std::string>(),
                             [&](const std::string& wanted, const std::string& value) {
                               return without_gaps(wanted) == without_gaps(value) ||
                                      is_address(pages[label.page].slots[given.slot].source);
                             });
      if (is_right) continue;
      learned[f].lost.push_back({label.page, has_value ? given.values.front() : ""});
      rule->trust = std::min(rule->trust, kUncertainLabel);
    }
    learned[f].rule.trust = rule->trust;
  }
}

FamilySet families_in_use(const LearnOptions& options) {
  if (!options.only_path) return all_families();
  FamilySet one;
  one.set(static_cast<std::size_t>(Family::kPath));
  return one;
}

// `named`: by field, a page that the name of the field has labelled.
std::vector<LearnedField> learn_given(const TemplatePages& all,
                                      const std::vector<LabelledField>& given,
                                      const std::vector<std::uint32_t>& named,
                                      const LearnOptions& options, TemplateRules& rules) {
  std::vector<PlacedField> placed;
  placed.reserve(given.size());
  for (const LabelledField& field : given) placed.push_back(place_labels(all, field));
  divide_named_places(all, placed);
  std::vector<NamedParts> parts;
  parts.reserve(given.size());
  std::vector<PlacedField> asked = placed;
  for (std::size_t i = 0; i < given.size(); ++i) {
    parts.push_back(named_parts(all, given[i], placed[i]));
    asked.push_back(parts.back().field);
  }
  const KeyMatches matches(all, asked, families_in_use(options));
  std::vector<LearnedField> learned;
  learned.reserve(given.size());
  rules.vocabulary = all.vocabulary();
  rules.pages = static_cast<std::uint32_t>(all.size());
  rules.references = matches.reference_keys();
  for (std::size_t i = 0; i < given.size(); ++i) {
    check_stop();
    learned.push_back(learn_field(all, matches, given[i], placed[i], parts[i], options));
    if (named[i] != kNone) {
      learned.back().is_named = true;
      learned.back().ask = named[i];
    }
    if (learned.back().is_found) rules.fields.push_back(learned.back().rule);
  }
  check_labels(all, given, rules, learned);
  return learned;
}

}  // namespace

std::vector<LearnedField> learn_fields(std::span<const PageSlots* const> pages,
                                       std::span<const std::string_view> addresses,
                                       std::span<const LabelledField> fields,
                                       const LearnOptions& options, TemplateRules& rules) {
  const TemplatePages all(pages, addresses);
  std::vector<LabelledField> given(fields.begin(), fields.end());
  std::vector<std::uint32_t> named(given.size(), kNone);  // a page that the name has labelled
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::vector<FieldLabel> labels = labels_by_name(all, given[i]);
    if (labels.empty()) continue;
    named[i] = labels.front().page;
    given[i].is_borrowed = true;
    for (FieldLabel& label : labels) given[i].labels.push_back(std::move(label));
  }
  const std::size_t known = rules.fields.size();
  std::vector<LearnedField> learned = learn_given(all, given, named, options, rules);
  bool has_joined = false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool is_right = learned[i].is_found && learned[i].lost.empty();
    if (!is_right && join_listed(all, given[i])) has_joined = true;
  }
  if (!has_joined) return learned;
  rules.fields.resize(known);
  return learn_given(all, given, named, options, rules);
}

}  // namespace pagekin::wrapper
