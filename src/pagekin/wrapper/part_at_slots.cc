#include "pagekin/wrapper/part_at_slots.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::wrapper {

std::optional<LearnedPart> part_at_slots(const TemplatePages& pages, const PlacedField& field,
                                         std::span<const std::uint32_t> slots) {
  std::vector<KnownPart> known;
  for (const PlacedField::Placed& placed : field.placed) {
    if (slots[placed.page] == kNone) continue;
    const PageSlots& page = pages[placed.page];
    const std::uint64_t hash = page.slots[slots[placed.page]].hash;
    const auto slot = std::ranges::find_if(
        placed.slots, [&](std::uint32_t labelled) { return page.slots[labelled].hash == hash; });
    if (slot == placed.slots.end()) continue;
    const std::string_view text = page.value(*slot);
    const auto value = std::ranges::find_if(placed.values, [&](const std::string& one) {
      return text.find(one) != std::string_view::npos;
    });
    if (value != placed.values.end()) known.push_back({text, *value});
  }
  std::vector<std::string_view> others;
  for (std::uint32_t page = 0; page < pages.size(); ++page) {
    if (slots[page] != kNone) others.push_back(pages[page].value(slots[page]));
  }
  return learn_part(known, others);
}

}  // namespace pagekin::wrapper
