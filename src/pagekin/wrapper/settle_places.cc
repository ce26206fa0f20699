#include "pagekin/wrapper/settle_places.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/wrapper/field_name.h"
#include "pagekin/wrapper/part_at_slots.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxSettled = 5;  // places that are compared
constexpr double kSameValuesAtPlaces =
    0.95;                              // share of pages on which two places agree that are one
constexpr double kNamedOnPages = 0.5;  // share of pages on which a name is near its values
constexpr double kNearlyAsGood = 0.5;  // plausibility of a rival, by that of the chosen place

// With these places alone on one labelled page.
PlacedField only_at(const PlacedField& field, std::size_t page, std::span<const SlotRange> ranges) {
  PlacedField restricted = field;
  restricted.placed[page] = field.placed[page].only(
      [&](const SlotRange& range) { return std::ranges::find(ranges, range) != ranges.end(); });
  return restricted;
}

// Places that give the same values on other pages.
struct GivenPlaces {
  std::vector<SlotRange> ranges;
  std::vector<std::uint32_t> slots;   // by page
  std::vector<std::uint64_t> values;  // by page; 0: none
  Naming naming;
  double plausibility = 0;
  double named = 0;           // share of the pages with a value there on which the name is near it
  bool counts_words = false;  // the value is a part that is known by the number of its word

  std::size_t answered() const {
    return values.size() - static_cast<std::size_t>(std::ranges::count(values, 0U));
  }
};

// Whether nothing but blanks says where the part begins and ends: the first word, all but the
// first.
bool is_bound_by_blanks(const TextPart& part) {
  return part.kind != TextPart::Kind::kWhole && part.kind != TextPart::Kind::kPattern &&
         trim(part.before, " ").empty() && trim(part.after, " ").empty();
}

// Whether a word stands right beside a labelled value in its text: not in ": Ann".
bool has_word_beside(const TemplatePages& pages, const PlacedField& field,
                     const std::vector<std::uint32_t>& slots) {
  return std::ranges::any_of(field.placed, [&](const PlacedField::Placed& placed) {
    if (slots[placed.page] == kNone || placed.values.empty()) return false;
    const std::string_view text = pages[placed.page].value(slots[placed.page]);
    const std::string& value = placed.values.front();
    const std::size_t at = text.find(value);
    if (at == std::string_view::npos) return false;
    const std::string_view before = trim(text.substr(0, at), " ");
    const std::string_view after = trim(text.substr(at + value.size()), " ");
    return (!before.empty() && is_word_byte(before.back())) ||
           (!after.empty() && is_word_byte(after.front()));
  });
}

// Sets what is the value at the slots of a place.
void read_values(const TemplatePages& pages, const PlacedField& field, GivenPlaces& place) {
  place.values.assign(pages.size(), 0);
  std::optional<LearnedPart> part;
  if (field.is_part()) part = part_at_slots(pages, field, place.slots);
  place.counts_words =
      part && is_bound_by_blanks(part->part) && has_word_beside(pages, field, place.slots);
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    if (place.slots[p] == kNone) continue;
    if (!part) {
      place.values[p] = pages[p].slots[place.slots[p]].hash;
    } else if (const auto value = part_of(part->part, pages[p].value(place.slots[p]))) {
      place.values[p] = hash_bytes(*value);
    }
  }
}

bool are_one(const GivenPlaces& a, const GivenPlaces& b, bool are_parts) {
  if (a.counts_words != b.counts_words) return false;
  std::size_t both = 0;
  std::size_t equal = 0;
  std::size_t only_one = 0;
  for (std::size_t p = 0; p < a.values.size(); ++p) {
    if (a.values[p] == 0 || b.values[p] == 0) {
      only_one += a.values[p] != b.values[p] ? 1 : 0;
      continue;
    }
    ++both;
    equal += a.values[p] == b.values[p] ? 1 : 0;
  }
  // A text that lacks the part where another has it is another text.
  const std::size_t compared = are_parts ? both + only_one : both;
  return static_cast<double>(equal) >= kSameValuesAtPlaces * static_cast<double>(compared) &&
         both > only_one;
}

double plausibility_of(const TemplatePages& pages, const PlacedField::Placed& placed,
                       const std::vector<std::uint32_t>& slots) {
  const ValueShape labelled = value_shape(pages[placed.page].value(placed.slots.front()));
  std::vector<std::uint64_t> values;
  double shape = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    if (slots[p] == kNone) continue;
    values.push_back(pages[p].slots[slots[p]].hash);
    shape += shape_similarity(value_shape(pages[p].value(slots[p])), labelled);
  }
  if (values.empty()) return 0;
  const auto answered = static_cast<double>(values.size());
  const auto distinct = static_cast<double>(count_distinct(values));
  if (distinct < 2) return 0;  // a text of the template
  return answered / static_cast<double>(pages.size()) * (0.2 + 0.8 * distinct / answered) *
         (0.2 + 0.8 * shape / answered);
}

// A name that is near by chance is not near on other pages.
double named_share(const TemplatePages& pages, const std::vector<std::uint32_t>& slots,
                   bool is_part, const std::vector<std::string>& words) {
  std::size_t answered = 0;
  std::size_t named = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    if (slots[p] == kNone) continue;
    ++answered;
    named += naming_of(pages[p], {slots[p], slots[p]}, is_part, words).is_near() ? 1 : 0;
  }
  return answered == 0 ? 0 : static_cast<double>(named) / static_cast<double>(answered);
}

// Whether another field has one of the places of this one on each page with a label.
bool shares_places(const PlacedField& field, const PlacedField& other) {
  return &field != &other && field.kind == other.kind && !field.placed.empty() &&
         std::ranges::all_of(field.placed, [&](const PlacedField::Placed& own) {
           const auto same = std::ranges::find(other.placed, own.page, &PlacedField::Placed::page);
           return same != other.placed.end() && own.distinct == 1 && same->distinct == 1 &&
                  std::ranges::any_of(own.ranges, [&](const SlotRange& range) {
                    return std::ranges::find(same->ranges, range) != same->ranges.end();
                  });
         });
}

// Up to kMaxSettled places of a label, ascending: those that are named like the field and the
// winner before others.
std::vector<SlotRange> places_to_compare(const PageSlots& page, const PlacedField& field,
                                         const PlacedField::Placed& placed, std::uint32_t winner,
                                         const std::vector<std::string>& words) {
  std::vector<SlotRange> ranges = placed.ranges;
  const auto is_last = [&](const SlotRange& range) {
    const bool has_winner = winner >= range.first && winner <= range.last;
    return !has_winner && !naming_of(page, range, field.is_part(), words).is_near();
  };
  std::ranges::stable_sort(ranges, {}, is_last);
  if (ranges.size() > kMaxSettled) ranges.resize(kMaxSettled);
  std::ranges::sort(ranges, {}, &SlotRange::first);
  return ranges;
}

// The field at the places of a group alone.
PlacedField field_of(const PlacedField& field, std::size_t asked, const GivenPlaces& group) {
  PlacedField own = only_at(field, asked, group.ranges);
  for (PlacedField::Placed& placed : own.placed) {
    const std::uint32_t slot = group.slots[placed.page];
    PlacedField::Placed there = placed.only([&](const SlotRange& range) {
      return slot != kNone && slot >= range.first && slot <= range.last;
    });
    if (&placed != &own.placed[asked] && !there.ranges.empty()) placed = std::move(there);
  }
  return own;
}

}  // namespace

void divide_named_places(const TemplatePages& pages, std::span<PlacedField> placed) {
  struct Taken {
    std::size_t field;
    std::size_t placed;
    SlotRange range;
  };
  std::vector<Taken> taken;
  const auto naming = [&](const PlacedField& field, std::uint32_t page, const SlotRange& range) {
    return naming_of(pages[page], range, field.is_part(), words_of_name(field.name));
  };
  for (std::size_t f = 0; f < placed.size(); ++f) {
    for (std::size_t i = 0; i < placed[f].placed.size(); ++i) {
      const PlacedField::Placed& own = placed[f].placed[i];
      if (own.ranges.size() < 2 || own.distinct != 1) continue;
      for (const PlacedField& other : placed) {
        if (&other == &placed[f] || other.kind != placed[f].kind) continue;
        const auto same = std::ranges::find(other.placed, own.page, &PlacedField::Placed::page);
        if (same == other.placed.end() || same->distinct != 1) continue;
        for (const SlotRange& range : own.ranges) {
          if (std::ranges::find(same->ranges, range) == same->ranges.end()) continue;
          if (naming(other, own.page, range).is_near() &&
              naming(other, own.page, range).is_clearer_than(naming(placed[f], own.page, range))) {
            taken.push_back({f, i, range});
          }
        }
      }
    }
  }
  for (const Taken& one : taken) {
    PlacedField::Placed& own = placed[one.field].placed[one.placed];
    PlacedField::Placed rest = own.only([&](const SlotRange& range) { return range != one.range; });
    if (!rest.ranges.empty()) own = std::move(rest);
  }
  for (PlacedField& field : placed) {
    field.is_shared = std::ranges::any_of(
        placed, [&](const PlacedField& other) { return shares_places(field, other); });
  }
}

SettledPlaces settle_places(const TemplatePages& pages, const KeyMatches& matches,
                            const PlacedField& field, const FieldVotes& votes,
                            const LearnOptions& options) {
  SettledPlaces settled{.field = field, .rivals = {}};
  if (field.placed.empty() || field.is_list()) return settled;
  const auto fewest = std::ranges::min_element(
      field.placed, {}, [](const PlacedField::Placed& one) { return one.ranges.size(); });
  const auto asked = static_cast<std::size_t>(fewest - field.placed.begin());
  const PlacedField::Placed& placed = *fewest;
  if (placed.ranges.size() < 2 || placed.element != kNone) return settled;
  settled.page = placed.page;
  const std::vector<std::string> words = words_of_name(field.name);
  const std::uint32_t winner = votes.slots[placed.page];
  std::vector<GivenPlaces> groups;
  std::size_t chosen = 0;
  for (const SlotRange& range :
       places_to_compare(pages[placed.page], field, placed, winner, words)) {
    const PlacedField alone = only_at(field, asked, {&range, 1});
    const std::vector<WeighedSelector> selectors =
        weighed_selectors(pages, matches, alone, {}, options);
    GivenPlaces place{.ranges = {}, .slots = vote_on_pages(selectors, pages.size()).slots};
    read_values(pages, alone, place);
    const double named = named_share(pages, place.slots, field.is_part(), words);
    auto group = std::ranges::find_if(
        groups, [&](const GivenPlaces& other) { return are_one(place, other, field.is_part()); });
    if (group == groups.end()) {
      place.plausibility = plausibility_of(pages, alone.placed[asked], place.slots);
      groups.push_back(std::move(place));
      group = groups.end() - 1;
    }
    group->ranges.push_back(range);
    group->named = std::max(group->named, named);
    const Naming naming = naming_of(pages[placed.page], range, field.is_part(), words);
    if (naming.is_clearer_than(group->naming)) group->naming = naming;
    if (winner >= range.first && winner <= range.last) {
      chosen = static_cast<std::size_t>(group - groups.begin());
    }
  }
  if (groups.size() < 2) return settled;
  const auto least_of = [&](const GivenPlaces& group) {
    return field.is_shared ? 0 : kNearlyAsGood * group.plausibility;
  };
  // The name decides if it names one of the places most clearly.
  const auto is_named = [](const GivenPlaces& group) {
    return group.naming.is_near() && group.named >= kNamedOnPages;
  };
  const auto is_plausible = [&](const GivenPlaces& group) {
    // Texts around parts are compared, not parts: "(3 voices)" has fewer values than "Asked 3 years
    // ago by ...". So a name in the text itself needs no more than that the text varies.
    return group.plausibility > 0 && (group.naming.kind == Naming::Kind::kInside ||
                                      group.plausibility >= least_of(groups[chosen]));
  };
  for (const GivenPlaces& group : groups) {
    if (!is_named(group) || !is_plausible(group)) continue;
    const bool is_clearest = std::ranges::all_of(groups, [&](const GivenPlaces& other) {
      return &other == &group || !is_named(other) || group.naming.is_clearer_than(other.naming);
    });
    if (!is_clearest) continue;
    settled.field = field_of(field, asked, group);
    settled.is_restricted = true;
    return settled;
  }
  if (groups[chosen].counts_words) {
    const std::size_t fewest_answers = groups[chosen].answered() / 2;
    std::size_t best = chosen;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const bool is_bounded = !groups[g].counts_words && groups[g].answered() >= fewest_answers;
      const bool is_better =
          groups[best].counts_words || groups[g].plausibility > groups[best].plausibility;
      if (is_bounded && is_better && groups[g].plausibility > 0) best = g;
    }
    if (best != chosen) {
      chosen = best;
      settled.field = field_of(field, asked, groups[chosen]);
      settled.is_restricted = true;
    }
  }
  settled.rivals.push_back(groups[chosen].ranges.front());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const GivenPlaces& rival = groups[g];
    if (g == chosen || rival.plausibility < least_of(groups[chosen])) continue;
    // Several labelled pages have shown that marks bound the value.
    const bool is_worse =
        rival.counts_words && !groups[chosen].counts_words && field.placed.size() > 1;
    if (is_worse || (field.is_shared && rival.plausibility <= 0)) continue;
    settled.rivals.push_back(rival.ranges.front());
    for (std::uint32_t p = 0; p < pages.size() && settled.differs == kNone; ++p) {
      const std::uint64_t own = groups[chosen].values[p];
      const std::uint64_t other = rival.values[p];
      if (p != placed.page && own != 0 && other != 0 && own != other) settled.differs = p;
    }
  }
  if (settled.rivals.size() < 2) settled.rivals.clear();
  return settled;
}

bool are_parts_meant(const TemplatePages& pages, const KeyMatches& matches,
                     const PlacedField& field, const FieldVotes& votes, const NamedParts& parts,
                     const LearnOptions& options, SettledPlaces& settled) {
  if (parts.field.placed.empty()) return false;
  const std::vector<std::string> words = words_of_name(field.name);
  if (named_share(pages, votes.slots, false, words) >= kNamedOnPages) return false;
  const FieldVotes of_parts =
      vote_on_pages(weighed_selectors(pages, matches, parts.field, {}, options), pages.size());
  GivenPlaces place{.ranges = {}, .slots = of_parts.slots};
  read_values(pages, parts.field, place);
  std::size_t whole = 0;
  std::size_t with_name = 0;
  std::uint32_t differs = kNone;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const std::uint32_t own = votes.slots[p];
    whole += own != kNone ? 1 : 0;
    if (place.values[p] == 0 ||
        pages[p].value(place.slots[p]).find(parts.label) == std::string_view::npos) {
      continue;
    }
    ++with_name;
    const bool is_other = own != kNone && pages[p].slots[own].hash != place.values[p];
    if (is_other && differs == kNone) differs = p;
  }
  if (with_name >= std::max<std::size_t>(2, whole)) return true;
  if (differs == kNone ||
      static_cast<double>(with_name) < kNearlyAsGood * static_cast<double>(whole)) {
    return false;
  }
  if (settled.rivals.empty()) {
    settled.page = field.placed.front().page;
    settled.rivals.push_back(field.placed.front().ranges.front());
  }
  settled.rivals.push_back(parts.field.placed.front().ranges.front());
  if (settled.differs == kNone) settled.differs = differs;
  return false;
}

}  // namespace pagekin::wrapper
