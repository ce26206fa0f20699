#include "pagekin/wrapper/slot_at.h"

#include <algorithm>

#include "pagekin/core/hash.h"

namespace pagekin::wrapper {

std::vector<std::uint32_t> slots_at(const QueriedTree& tree, const PageSlots& page,
                                    const NodeQuery& query) {
  std::vector<std::uint32_t> slots;
  for (const NodePlace& place : tree.find(query)) {
    if (place.text == UINT32_MAX && place.attribute == UINT32_MAX) {
      const std::uint32_t first = page.elements[place.element].first_text;
      if (first != kNone) slots.push_back(first);
      continue;
    }
    const std::uint64_t hash = hash_bytes(tree.value(place));
    const bool is_text = place.text != UINT32_MAX;
    for (std::uint32_t i = 0; i < page.slots.size(); ++i) {
      const Slot& slot = page.slots[i];
      if (slot.element == place.element && slot.hash == hash &&
          (slot.kind == SlotKind::kText) == is_text) {
        slots.push_back(i);
        break;
      }
    }
  }
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace pagekin::wrapper
