#include "pagekin/wrapper/place_path.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "pagekin/core/hash.h"

namespace pagekin::wrapper {
namespace {

// An element with all its texts; nothing if it has none.
std::optional<LabelPlace> place_element(const PageSlots& page, std::uint32_t element) {
  const std::uint32_t first = page.elements[element].first_text;
  if (first == kNone) return std::nullopt;
  return LabelPlace{.ranges = {{first, page.elements[element].last_text}}, .element = element};
}

using SlotsOfElements = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

SlotsOfElements slots_of_elements(const PageSlots& page) {
  SlotsOfElements slots;
  for (std::uint32_t i = 0; i < page.slots.size(); ++i) slots[page.slots[i].element].push_back(i);
  return slots;
}

// The slot of a text or an attribute.
std::optional<LabelPlace> place_slot(const QueriedTree& tree, const PageSlots& page,
                                     const SlotsOfElements& slots_of, const NodePlace& node,
                                     std::string_view attribute) {
  const std::uint64_t hash = hash_bytes(tree.value(node));
  const bool is_text = node.text != UINT32_MAX;
  const auto slots = slots_of.find(node.element);
  if (slots == slots_of.end()) return std::nullopt;
  const auto slot = std::ranges::find_if(slots->second, [&](std::uint32_t one) {
    const Slot& known = page.slots[one];
    if (known.hash != hash || (known.source == Source::kText) != is_text) return false;
    return is_text || page.attribute_name(known) == attribute;
  });
  if (slot == slots->second.end()) return std::nullopt;
  return LabelPlace{.kind = is_text ? PlaceKind::kText : PlaceKind::kAttribute,
                    .ranges = {{*slot, *slot}}};
}

}  // namespace

PathPlaces place_path(const QueriedTree& tree, const PageSlots& page, const NodeQuery& query) {
  PathPlaces found;
  const bool has_values = query.text > 0 || query.text_behind > 0 || !query.attribute.empty();
  const SlotsOfElements slots_of = has_values ? slots_of_elements(page) : SlotsOfElements();
  for (const NodePlace& node : tree.find(query)) {
    found.is_found = true;
    const bool is_element = node.text == UINT32_MAX && node.attribute == UINT32_MAX;
    const std::optional<LabelPlace> place =
        is_element ? place_element(page, node.element)
                   : place_slot(tree, page, slots_of, node, query.attribute);
    if (place) found.places.push_back(*place);
  }
  // Several elements may begin with the same text: the first, which is the outermost, counts.
  std::ranges::stable_sort(found.places, {},
                           [](const LabelPlace& one) { return one.ranges[0].first; });
  const auto same = std::unique(found.places.begin(), found.places.end(),
                                [](const LabelPlace& one, const LabelPlace& other) {
                                  return one.ranges[0].first == other.ranges[0].first;
                                });
  found.places.erase(same, found.places.end());
  return found;
}

}  // namespace pagekin::wrapper
