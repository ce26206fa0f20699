// Joins slots that hold the same field on different pages.
//
// A field may stand at several places: its value is a link on some pages only, a heading has
// another class name, or another text happens to stand before it. Then each page has a value in one
// of several slots. Two slots of single texts are joined if
// - no page has both, though so many pages have each that chance does not explain it, and
// - the same label belongs to their values; or no label belongs to either, their values are of one
//   type, and they share the place, or the tag and a stable name of its element.
//
// Cost: O(values + pairs * pages / 64), where pairs are those of a label, place or name; of each of
// these the first kMostAlike slots are looked at.
#pragma once

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"

namespace pagekin::skeleton {

// The largest slot of a field gets all values, the others none and FoundSlot::joined_to.
void join_slots(const LearnedPages& pages, std::vector<FoundSlot>& found);

}  // namespace pagekin::skeleton
