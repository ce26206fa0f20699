// Which places of the values of a labelled list are those of the list.
//
// A value of a list often stands elsewhere, too: the last step of a breadcrumb is the heading. The
// values are given in the order of the page, so the places are chosen together: from a place of the
// first value to the next place of the second one, and so on. What spans fewest texts is the list;
// what spans up to twice as many may be a second copy of it, with marks between its values.
//
// Cost: O(places of the first value * values * log places).
#pragma once

#include <span>
#include <vector>

#include "pagekin/wrapper/extent.h"

namespace pagekin::wrapper {

// `places`: by value, ascending. Returns those that are of the list, ascending, each once; nothing
// if the values do not stand in their order anywhere.
std::vector<SlotRange> values_in_order(std::span<const std::vector<SlotRange>> places);

}  // namespace pagekin::wrapper
