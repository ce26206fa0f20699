// The part that is the labelled value, of the texts at chosen slots: one slot a page.
//
// Cost: that of learn_part().
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/text_part.h"

namespace pagekin::wrapper {

// `slots`: by page; kNone: none. Texts of labelled pages that hold the value are known parts, all
// texts are those on which a part is checked.
std::optional<LearnedPart> part_at_slots(const TemplatePages& pages, const PlacedField& field,
                                         std::span<const std::uint32_t> slots);

}  // namespace pagekin::wrapper
