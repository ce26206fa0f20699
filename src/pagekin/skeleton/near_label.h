// Whether a label belongs to a text that follows it.
#pragma once

#include <cstdint>

#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

// The label stands right before the text: an element at most three levels above the text holds
// both, the part of it that holds the label has no other words, and there are no words between the
// two but, at most once, in one of these parts. So "Price" belongs to the cell beside it, and the
// last entry of a menu belongs to nothing.
bool is_near_label(const PageNodes& page, std::uint32_t label, std::uint32_t text);

// Whether the label of a text, which it must have, is its own beginning or belongs to it. Links and
// buttons seldom name what follows.
bool has_near_label(const LearnedPage& page, std::uint32_t text);

}  // namespace pagekin::skeleton
