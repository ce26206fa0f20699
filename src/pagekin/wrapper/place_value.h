// Finds the value that a person gave on its page.
//
// A value may stand on the page in several ways: as a whole text, as a part of a sentence, as an
// attribute. All of them are returned, for other pages know which one is meant (learn.h).
//
// Cost: time linear in the page; texts that make the value together cost a comparison for each
// text that begins like it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/page_slots.h"

namespace pagekin::wrapper {

// How a value stands on a page, the clearest first.
enum class PlaceKind : std::uint8_t {
  kText,       // whole texts, or all texts of elements
  kAttribute,  // whole attributes, JSON-LD values, addresses also in full
  kPart,       // parts of texts
  kRun,        // several texts that are not all texts of an element
  kAttributePart,
};
constexpr std::size_t kPlaceKinds = 5;

// The places of one kind.
struct LabelPlace {
  PlaceKind kind = PlaceKind::kText;
  std::vector<SlotRange> ranges;  // ascending
  std::uint32_t element = kNone;  // of a labelled element with all its texts: this element
};

inline LabelPlace place_of_slot(const PageSlots& page, std::uint32_t slot) {
  const bool is_text = page.slots[slot].source == Source::kText;
  return {.kind = is_text ? PlaceKind::kText : PlaceKind::kAttribute, .ranges = {{slot, slot}}};
}

// Empty if the value is not on the page. `address`: the address of the page.
std::vector<LabelPlace> places_of_value(const PageSlots& page, std::string_view value,
                                        std::string_view address = {});

// The slot value that resembles the text most; for messages.
std::string nearest_value(const PageSlots& page, std::string_view value);

}  // namespace pagekin::wrapper
