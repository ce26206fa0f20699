#include "pagekin/wrapper/place_labels.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/wrapper/field_name.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/values_in_order.h"

namespace pagekin::wrapper {
namespace {

bool is_absent(const FieldLabel& label) { return label.values.empty() && label.places.empty(); }

std::vector<std::vector<LabelPlace>> places_of_label(const TemplatePages& pages,
                                                     const FieldLabel& label) {
  std::vector<std::vector<LabelPlace>> places;
  for (const LabelPlace& place : label.places) places.push_back({place});
  for (const std::string& value : label.values) {
    places.push_back(places_of_value(pages[label.page], value, pages.address(label.page)));
  }
  return places;
}

// The labels of a page, read in one way.
PlacedField::Placed read_label(const PageSlots& page, const FieldLabel& label,
                               const std::vector<std::vector<LabelPlace>>& places, PlaceKind kind) {
  PlacedField::Placed placed{.page = label.page, .values = label.values};
  for (const std::vector<LabelPlace>& of_value : places) {
    const auto place = std::ranges::find(of_value, kind, &LabelPlace::kind);
    if (place == of_value.end()) continue;
    ++placed.distinct;
    if (place->element != kNone) placed.element = place->element;
    for (const SlotRange& range : place->ranges) {
      if (std::ranges::find(placed.ranges, range) != placed.ranges.end()) continue;
      placed.ranges.push_back(range);
      placed.slots.push_back(range.first);
      placed.hashes.push_back(page.slots[range.first].hash);
    }
  }
  return placed;
}

// Small numbers recur by chance, others hardly do.
bool is_number(const PlacedField::Placed& placed) {
  constexpr std::size_t most_digits = 4;
  return !placed.values.empty() && std::ranges::all_of(placed.values, [](const std::string& value) {
    return value.size() <= most_digits && std::ranges::all_of(value, is_digit);
  });
}

// Of several places of one number those that are named like the field, if there are any.
void keep_named(const PageSlots& page, bool is_part, const std::vector<std::string>& words,
                PlacedField::Placed& placed) {
  if (placed.distinct != 1 || placed.ranges.size() < 2 || !is_number(placed)) return;
  PlacedField::Placed named = placed.only([&](const SlotRange& range) {
    return naming_of(page, range, is_part, words).kind != Naming::Kind::kNot;
  });
  if (!named.ranges.empty()) placed = std::move(named);
}

// Of a list with all its values: the places at which they stand together.
void keep_together(const FieldLabel& label, const std::vector<std::vector<LabelPlace>>& places,
                   PlaceKind kind, PlacedField::Placed& placed) {
  if (placed.distinct < 2 || placed.distinct < label.values.size()) return;
  std::vector<std::vector<SlotRange>> of_values;
  for (const std::vector<LabelPlace>& of_value : places) {
    of_values.push_back(std::ranges::find(of_value, kind, &LabelPlace::kind)->ranges);
  }
  const std::vector<SlotRange> together = values_in_order(of_values);
  if (together.empty()) return;
  placed = placed.only(
      [&](const SlotRange& range) { return std::ranges::find(together, range) != together.end(); });
}

// A word of the name and what separates it from the value right behind it, "modified: "; empty: the
// name does not label the value.
std::string_view label_of_name(std::string_view text, std::string_view value,
                               const std::vector<std::string>& words) {
  const std::size_t end = text.find(value);
  if (end == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, end);
  const std::size_t marks = before.find_last_not_of(" :=");
  if (marks == std::string_view::npos || marks + 1 == end) return {};
  std::size_t begin = marks + 1;
  while (begin > 0 && is_word_byte(before[begin - 1])) --begin;
  const std::string_view label = before.substr(begin);
  return has_word_of(label, words) ? label : std::string_view();
}

}  // namespace

Naming naming_of(const PageSlots& page, const SlotRange& range, bool is_part,
                 const std::vector<std::string>& words) {
  constexpr std::size_t longest_text = 200;
  const Slot& first = page.slots[range.first];
  const std::uint32_t own_depth = page.elements[first.element].depth;
  const auto names_it = [&](std::uint32_t text) {
    return text != kNone && page.slots[text].size <= kMaxLabelBytes &&
           has_word_of(page.value(text), words);
  };
  const auto is_exact = [&](std::uint32_t text) {
    return has_only_words_of(page.value(text), words);
  };
  const auto depth_with = [&](std::uint32_t text) {
    std::uint32_t a = first.element;
    std::uint32_t b = page.slots[text].element;
    while (a != b && a != kNone && b != kNone) {
      std::uint32_t& lower = page.elements[a].depth >= page.elements[b].depth ? a : b;
      lower = page.elements[lower].parent;
    }
    return a == b && a != kNone ? page.elements[a].depth : 0;
  };
  if (is_part && has_word_of(page.value(range.first).substr(0, longest_text), words)) {
    return {Naming::Kind::kInside, own_depth};
  }
  Naming naming;
  if (names_it(first.previous)) {
    naming = {Naming::Kind::kBefore, depth_with(first.previous), is_exact(first.previous)};
  }
  if (range.last + 1 < page.text_count && names_it(range.last + 1)) {
    const Naming after{Naming::Kind::kAfter, depth_with(range.last + 1), is_exact(range.last + 1)};
    if (after.is_clearer_than(naming)) naming = after;
  }
  if (naming.is_near()) return naming;
  std::uint32_t row = first.element;
  for (int level = 0; level < 3 && row != kNone; ++level, row = page.elements[row].parent) {
    const std::uint32_t begin = page.elements[row].first_text;
    if (begin == kNone || begin >= range.first) continue;
    if (names_it(begin)) naming = {Naming::Kind::kInRow, page.elements[row].depth};
    break;
  }
  return naming;
}

bool PlacedField::is_list() const {
  return std::ranges::any_of(placed, [](const Placed& one) { return one.distinct > 1; });
}

PlacedField place_labels(const TemplatePages& pages, const LabelledField& field) {
  const std::vector<std::string> words = words_of_name(field.name);
  std::array<PlacedField, kPlaceKinds> ways;
  std::array<std::size_t, kPlaceKinds> found{};  // labelled values
  std::array<bool, kPlaceKinds> named{};
  for (std::size_t k = 0; k < kPlaceKinds; ++k) ways[k].kind = static_cast<PlaceKind>(k);
  for (const FieldLabel& label : field.labels) {
    const PageSlots& page = pages[label.page];
    const std::vector<std::vector<LabelPlace>> places = places_of_label(pages, label);
    for (std::size_t k = 0; k < kPlaceKinds; ++k) {
      PlacedField& way = ways[k];
      if (is_absent(label)) {
        way.absent.push_back(label.page);
        continue;
      }
      PlacedField::Placed placed = read_label(page, label, places, way.kind);
      if (placed.slots.empty()) continue;
      found[k] += placed.distinct;
      named[k] = named[k] || std::ranges::any_of(placed.ranges, [&](const SlotRange& range) {
                   return is_number(placed) &&
                          naming_of(page, range, way.is_part(), words).kind != Naming::Kind::kNot;
                 });
      keep_named(page, way.is_part(), words, placed);
      keep_together(label, places, way.kind, placed);
      for (const std::uint32_t slot : placed.slots) {
        if (page.slots[slot].source != Source::kText) way.in_attribute = true;
      }
      way.placed.push_back(std::move(placed));
    }
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < kPlaceKinds; ++k) {
    const bool is_better =
        found[k] > found[best] || (found[k] == found[best] && named[k] && !named[best]);
    if (is_better) best = k;
  }
  ways[best].name = field.name;
  return std::move(ways[best]);
}

NamedParts named_parts(const TemplatePages& pages, const LabelledField& field,
                       const PlacedField& placed) {
  NamedParts parts{.field = {.name = field.name, .kind = PlaceKind::kPart}, .label = {}};
  if (placed.kind != PlaceKind::kText || placed.is_list()) return parts;
  const std::vector<std::string> words = words_of_name(field.name);
  parts.field.absent = placed.absent;
  for (const PlacedField::Placed& whole : placed.placed) {
    if (whole.element != kNone || whole.values.size() != 1) return {};
    const PageSlots& page = pages[whole.page];
    const std::string& value = whole.values.front();
    const FieldLabel label{.page = whole.page, .values = {value}, .places = {}};
    const PlacedField::Placed part =
        read_label(page, label, {places_of_value(page, value)}, PlaceKind::kPart)
            .only([&](const SlotRange& range) {
              return !label_of_name(page.value(range.first), value, words).empty();
            });
    if (part.ranges.empty()) return {};
    if (parts.label.empty()) {
      parts.label = label_of_name(page.value(part.slots.front()), value, words);
    }
    parts.field.placed.push_back(part);
  }
  return parts;
}

}  // namespace pagekin::wrapper
