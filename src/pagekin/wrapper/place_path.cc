#include "pagekin/wrapper/place_path.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "pagekin/core/hash.h"

namespace pagekin::wrapper {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

// Elements that format a part of a text and do not end a word.
bool is_within_text(html::TagId tag) {
  switch (tag) {
    case html::kTagA:
    case html::kTagAbbr:
    case html::kTagB:
    case html::kTagCode:
    case html::kTagEm:
    case html::kTagFont:
    case html::kTagI:
    case html::kTagMark:
    case html::kTagS:
    case html::kTagSmall:
    case html::kTagSpan:
    case html::kTagStrong:
    case html::kTagSub:
    case html::kTagSup:
    case html::kTagU:
      return true;
    default:
      return false;
  }
}

// Whether white space stands between tags in these bytes.
bool has_blank_between_tags(std::string_view bytes) {
  bool in_tag = false;
  for (const char c : bytes) {
    if (c == '<') in_tag = true;
    if (!in_tag && kBlanks.find(c) != kBlanks.npos) return true;
    if (c == '>') in_tag = false;
  }
  return false;
}

// Whether a space is read between the texts of an element: some stands there, or a block begins.
bool is_spaced(const dom::Tree& tree, const PageSlots& page, std::uint32_t element) {
  const std::uint32_t end = element + tree.sizes[element];
  for (std::uint32_t i = element + 1; i < end; ++i) {
    if (page.elements[i].first_text != kNone && !is_within_text(page.elements[i].tag)) return true;
  }
  std::size_t text_end = 0;  // of the text before, in the source
  // The first text that can be in it comes before the element after it.
  auto text = std::ranges::partition_point(
      tree.texts, [&](const dom::TextLeaf& leaf) { return leaf.before <= element; });
  for (; text != tree.texts.end() && text->before <= end; ++text) {
    const dom::TextLeaf& leaf = *text;
    if (leaf.parent < element || leaf.parent >= end || leaf.span_count == 0) continue;
    const dom::Span first = tree.text_spans[leaf.first_span];
    const dom::Span last = tree.text_spans[leaf.first_span + leaf.span_count - 1];
    const std::string_view begun = tree.view(first);
    const std::string_view ended = tree.view(last);
    const std::size_t skipped = begun.find_first_not_of(kBlanks);
    if (skipped == begun.npos) continue;
    const std::size_t begin = first.begin + skipped;
    if (text_end > 0 && begin > text_end &&
        has_blank_between_tags(tree.source.substr(text_end, begin - text_end))) {
      return true;
    }
    text_end = last.begin + ended.find_last_not_of(kBlanks) + 1;
  }
  return false;
}

// An element with all its texts; nothing if it has none.
std::optional<LabelPlace> place_element(const dom::Tree& tree, const PageSlots& page,
                                        std::uint32_t element) {
  const std::uint32_t first = page.elements[element].first_text;
  const std::uint32_t last = page.elements[element].last_text;
  if (first == kNone) return std::nullopt;
  LabelPlace place{.slots = {first}};
  const std::uint32_t own_depth = page.elements[page.slots[first].element].depth;
  place.whole = {.kind = Extent::Kind::kElement,
                 .levels = own_depth - page.elements[element].depth};
  if (first == last) return place;
  place.whole.spaced = is_spaced(tree, page, element);
  place.extent = place.whole;
  return place;
}

using SlotsOfElements = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

SlotsOfElements slots_of_elements(const PageSlots& page) {
  SlotsOfElements slots;
  for (std::uint32_t i = 0; i < page.slots.size(); ++i) slots[page.slots[i].element].push_back(i);
  return slots;
}

// The slot of a text or an attribute.
std::optional<LabelPlace> place_slot(const QueriedTree& tree, const PageSlots& page,
                                     const SlotsOfElements& slots_of, const NodePlace& node) {
  const std::uint64_t hash = hash_bytes(tree.value(node));
  const bool is_text = node.text != UINT32_MAX;
  const auto slots = slots_of.find(node.element);
  if (slots == slots_of.end()) return std::nullopt;
  const auto slot = std::ranges::find_if(slots->second, [&](std::uint32_t one) {
    return page.slots[one].hash == hash && (page.slots[one].kind == SlotKind::kText) == is_text;
  });
  if (slot == slots->second.end()) return std::nullopt;
  return LabelPlace{.slots = {*slot}};
}

}  // namespace

PathPlaces place_path(const QueriedTree& tree, const PageSlots& page, const NodeQuery& query) {
  PathPlaces found;
  const bool has_values = query.text > 0 || query.text_behind > 0 || !query.attribute.empty();
  const SlotsOfElements slots_of = has_values ? slots_of_elements(page) : SlotsOfElements();
  for (const NodePlace& node : tree.find(query)) {
    found.is_found = true;
    const bool is_element = node.text == UINT32_MAX && node.attribute == UINT32_MAX;
    const std::optional<LabelPlace> place = is_element
                                                ? place_element(tree.tree(), page, node.element)
                                                : place_slot(tree, page, slots_of, node);
    if (place) found.places.push_back(*place);
  }
  // Several elements may begin with the same text: the first, which is the outermost, counts.
  std::ranges::stable_sort(found.places, {}, [](const LabelPlace& one) { return one.slots[0]; });
  const auto same = std::unique(found.places.begin(), found.places.end(),
                                [](const LabelPlace& one, const LabelPlace& other) {
                                  return one.slots[0] == other.slots[0];
                                });
  found.places.erase(same, found.places.end());
  return found;
}

}  // namespace pagekin::wrapper
