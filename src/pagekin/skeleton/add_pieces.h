// Columns of pieces of texts, beside the columns of the whole texts.
//
// A text of one value a page is divided if nine in ten of its pages have it in one form, see
// text_form.h. A piece is a column if nearly all of these have it, if it differs from page to page,
// and if no other column has the same values.
//
// Cost: linear in the texts of columns, times their words in common.
// Limits: six pieces of a text, as many as leave `most_columns` columns.
#pragma once

#include <cstddef>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// `found`: the first slots of the model, with their values.
void add_pieces(const LearnedPages& pages, std::span<const FoundSlot> found,
                std::size_t most_columns, TemplateModel& model);

}  // namespace pagekin::skeleton
