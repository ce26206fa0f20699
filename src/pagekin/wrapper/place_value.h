// Finds the value that a person gave on its page.
//
// Cost: time linear in the page; texts that make the value together cost a comparison for each
// text that begins like it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// How a value was found on its page.
struct LabelPlace {
  std::vector<std::uint32_t> slots;
  Extent extent;
  bool is_part = false;
  bool is_address = false;
  // All texts of a labelled element. If it has several texts here, `extent` is the same.
  Extent whole;
};

// Finds the value on the page: as a slot; as a part of a text; as several texts. `base`: the
// address of the page. Empty if it is not there.
LabelPlace place_value(const PageSlots& page, std::string_view value, std::string_view base = {});

// The slot value that resembles the text most; for messages.
std::string nearest_value(const PageSlots& page, std::string_view value);

}  // namespace pagekin::wrapper
