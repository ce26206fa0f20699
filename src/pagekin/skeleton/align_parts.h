// Aligns the trees of a template's pages into one: its skeleton.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// By page and element: the part that the element is, or kNone for what is inside a varying part and
// beyond the limits.
using PartsOfPages = std::vector<std::vector<std::uint32_t>>;

// Fills the parts of the model, and the part of each slot. `places` may be null.
void align_parts(const LearnedPages& pages, std::span<const FoundSlot> found, TemplateModel& model,
                 PartsOfPages* places = nullptr);

}  // namespace pagekin::skeleton
