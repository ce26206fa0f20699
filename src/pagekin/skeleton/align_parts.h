// Aligns the trees of a template's pages into one: its skeleton.
#pragma once

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// Fills the parts of the model, and the part of each slot.
void align_parts(const LearnedPages& pages, const FoundSlots& found, TemplateModel& model);

}  // namespace pagekin::skeleton
