// Describes slots (describe_slot.h), names them, and chooses those that are columns.
//
// Constants, labels, menus and texts without letters are none (see describe_slot.h). Of columns
// with the same values one stays, of addresses and of all columns the most useful.
//
// Cost: O(values + slots^2 pages).
#pragma once

#include <vector>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// Fills the slots of the model.
void choose_columns(const LearnedPages& pages, std::span<const FoundSlot> found,
                    const LearnOptions& options, TemplateModel& model);

}  // namespace pagekin::skeleton
