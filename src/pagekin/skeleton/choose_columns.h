// Describes slots, names them, and chooses those that are columns.
//
// A name comes from, in this order: an itemprop; words before a colon in the values themselves; a
// label right before the value; h1 and title; a class name or id of its element or the two above; a
// label further away; the tag.
//
// Cost: O(values + slots^2 pages).
#pragma once

#include <vector>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// Fills the slots and groups of the model.
void choose_columns(const LearnedPages& pages, const FoundSlots& found, const LearnOptions& options,
                    TemplateModel& model);

}  // namespace pagekin::skeleton
