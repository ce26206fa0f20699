#include "pagekin/wrapper/place_labels.h"

#include <utility>

namespace pagekin::wrapper {
namespace {

bool is_absent(const FieldLabel& label) { return label.values.empty() && label.places.empty(); }

std::vector<LabelPlace> places_of(const TemplatePages& pages, const FieldLabel& label) {
  if (!label.places.empty()) return label.places;
  std::vector<LabelPlace> places;
  for (const std::string& value : label.values) {
    places.push_back(place_value(pages[label.page], value, pages.address(label.page)));
  }
  return places;
}

// How good the kind of a place is; 0: the value was not found.
int rank_of_place(const PageSlots& page, const LabelPlace& place) {
  if (place.slots.empty()) return 0;
  if (place.is_part) return 2;
  if (place.extent.kind != Extent::Kind::kSlot) {
    return place.whole.kind == Extent::Kind::kSlot ? 1 : 6;
  }
  if (page.slots[place.slots.front()].kind == SlotKind::kText) return 5;
  return place.is_address ? 3 : 4;
}

// Whether the place is a labelled element at these levels, with one text or several.
bool is_element(const LabelPlace& place, const Extent& extent) {
  return extent.kind == Extent::Kind::kElement && place.whole.kind == extent.kind &&
         place.whole.levels == extent.levels;
}

}  // namespace

PlacedField place_labels(const TemplatePages& pages, const LabelledField& field) {
  PlacedField best;
  int best_rank = 0;
  for (const FieldLabel& label : field.labels) {
    if (is_absent(label)) continue;
    for (const LabelPlace& found : places_of(pages, label)) {
      const int rank = rank_of_place(pages[label.page], found);
      if (rank <= best_rank) continue;
      best_rank = rank;
      best.extent = found.extent;
      best.is_part = found.is_part;
      best.is_address = found.is_address;
    }
  }
  for (const FieldLabel& label : field.labels) {
    if (is_absent(label)) {
      best.absent.push_back(label.page);
      continue;
    }
    PlacedField::Placed placed{
        .page = label.page, .slots = {}, .hashes = {}, .values = label.values};
    for (const LabelPlace& found : places_of(pages, label)) {
      const bool fits = (found.extent == best.extent || is_element(found, best.extent)) &&
                        (best.is_part || !found.is_part);
      if (!fits || found.slots.empty()) continue;
      ++placed.distinct;
      for (const std::uint32_t slot : found.slots) {
        const Slot& one = pages[label.page].slots[slot];
        placed.slots.push_back(slot);
        placed.hashes.push_back(one.hash);
        if (one.kind != SlotKind::kText) best.in_attribute = true;
      }
    }
    if (!placed.slots.empty()) best.placed.push_back(std::move(placed));
  }
  return best;
}

}  // namespace pagekin::wrapper
