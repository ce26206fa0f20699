// Finds the slot that holds the title of a page.
//
// It has most words in common with the title elements of the pages; headings count more.
//
// Cost: linear in the first values of all slots.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// `slots`: of the model, described; in the order of those found.
std::optional<std::size_t> find_title(const LearnedPages& pages, std::span<const FoundSlot> found,
                                      std::span<const Slot> slots);

}  // namespace pagekin::skeleton
