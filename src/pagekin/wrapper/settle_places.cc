#include "pagekin/wrapper/settle_places.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/sorted.h"
#include "pagekin/wrapper/field_name.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxSettled = 5;  // places that are compared
constexpr double kSameValuesAtPlaces =
    0.95;                              // share of pages on which two places agree that are one
constexpr double kNamedOnPages = 0.5;  // share of pages on which a name is near its values
constexpr double kNearlyAsGood = 0.5;  // plausibility of a rival, by that of the chosen place

PlacedField only_at(const PlacedField& field, std::span<const SlotRange> ranges) {
  PlacedField restricted = field;
  restricted.placed.front() = field.placed.front().only(
      [&](const SlotRange& range) { return std::ranges::find(ranges, range) != ranges.end(); });
  return restricted;
}

// Places that give the same values on other pages.
struct GivenPlaces {
  std::vector<SlotRange> ranges;
  std::vector<std::uint32_t> slots;  // by page
  Naming naming;
  double plausibility = 0;
  double named = 0;  // share of the pages with a value there on which the name is near it
};

bool are_one(const TemplatePages& pages, const std::vector<std::uint32_t>& a,
             const std::vector<std::uint32_t>& b) {
  std::size_t both = 0;
  std::size_t equal = 0;
  std::size_t only_one = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    if (a[p] == kNone || b[p] == kNone) {
      only_one += a[p] != b[p] ? 1 : 0;
      continue;
    }
    ++both;
    equal += pages[p].slots[a[p]].hash == pages[p].slots[b[p]].hash ? 1 : 0;
  }
  return static_cast<double>(equal) >= kSameValuesAtPlaces * static_cast<double>(both) &&
         both > only_one;
}

double plausibility_of(const TemplatePages& pages, const PlacedField& field,
                       const std::vector<std::uint32_t>& slots) {
  const PlacedField::Placed& placed = field.placed.front();
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
    const auto at = std::ranges::find(own.ranges, one.range) - own.ranges.begin();
    if (own.ranges.size() < 2 || at == std::ssize(own.ranges)) continue;
    own.ranges.erase(own.ranges.begin() + at);
    own.slots.erase(own.slots.begin() + at);
    own.hashes.erase(own.hashes.begin() + at);
  }
}

SettledPlaces settle_places(const TemplatePages& pages, const KeyMatches& matches,
                            const PlacedField& field, const FieldVotes& votes,
                            const LearnOptions& options) {
  SettledPlaces settled{.field = field, .rivals = {}};
  if (field.placed.size() != 1 || field.is_list()) return settled;
  const PlacedField::Placed& placed = field.placed.front();
  if (placed.ranges.size() < 2 || placed.element != kNone) return settled;
  const std::vector<std::string> words = words_of_name(field.name);
  const std::uint32_t winner = votes.slots[placed.page];
  std::vector<GivenPlaces> groups;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < std::min(placed.ranges.size(), kMaxSettled); ++i) {
    const SlotRange& range = placed.ranges[i];
    const PlacedField alone = only_at(field, {&range, 1});
    const std::vector<WeighedSelector> selectors =
        weighed_selectors(pages, matches, alone, {}, options);
    std::vector<std::uint32_t> slots = vote_on_pages(selectors, pages.size()).slots;
    const double named = named_share(pages, slots, field.is_part(), words);
    auto group = std::ranges::find_if(
        groups, [&](const GivenPlaces& other) { return are_one(pages, slots, other.slots); });
    if (group == groups.end()) {
      groups.push_back({.ranges = {}, .slots = std::move(slots)});
      group = groups.end() - 1;
      group->plausibility = plausibility_of(pages, alone, group->slots);
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
  const double least = kNearlyAsGood * groups[chosen].plausibility;
  // The name decides if it names one of the places most clearly.
  const auto is_named = [](const GivenPlaces& group) {
    return group.naming.is_near() && group.named >= kNamedOnPages;
  };
  const GivenPlaces* named = nullptr;
  for (const GivenPlaces& group : groups) {
    // Texts around parts are compared, not parts: "(3 voices)" has fewer values than "Asked 3 years
    // ago by ...". So a name in the text itself needs no more than that the text varies.
    const bool is_plausible = group.naming.kind == Naming::Kind::kInside
                                  ? group.plausibility > 0
                                  : group.plausibility >= least;
    if (!is_named(group) || !is_plausible) continue;
    const bool is_clearest = std::ranges::all_of(groups, [&](const GivenPlaces& other) {
      return &other == &group || !is_named(other) || group.naming.is_clearer_than(other.naming);
    });
    if (is_clearest) named = &group;
  }
  if (named != nullptr) {
    settled.field = only_at(field, named->ranges);
    return settled;
  }
  settled.rivals.push_back(groups[chosen].ranges.front());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g == chosen || groups[g].plausibility < least) continue;
    settled.rivals.push_back(groups[g].ranges.front());
    for (std::uint32_t p = 0; p < pages.size() && settled.differs == kNone; ++p) {
      const std::uint32_t own = groups[chosen].slots[p];
      const std::uint32_t other = groups[g].slots[p];
      if (p == placed.page || own == kNone || other == kNone) continue;
      if (pages[p].slots[own].hash != pages[p].slots[other].hash) settled.differs = p;
    }
  }
  if (settled.rivals.size() < 2) settled.rivals.clear();
  return settled;
}

}  // namespace pagekin::wrapper
