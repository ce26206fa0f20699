// A second place of a field, for the day on which the first is gone.
//
// A value often stands twice on a page: in a heading and in a menu, say. Selectors are learned for
// one of these places (settle_places.h). If another place has the same value on nearly all pages,
// rules are learned for that, too, and kept apart: they are asked where the field is not found
// (second_look.h).
//
// Only values that are one whole text have a second place.
//
// Cost: that of learn_fields() for the fields that have one, and of applying the rules twice.
#pragma once

#include <span>
#include <string_view>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// Sets the reserve of rules that were learned from these pages. The reserve has fields of the same
// names, not necessarily all.
void learn_reserve(std::span<const PageSlots* const> pages,
                   std::span<const std::string_view> addresses, TemplateRules& rules);

}  // namespace pagekin::wrapper
