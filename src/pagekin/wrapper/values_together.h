// The values that stand together with one: elements like its own right before and behind it, in a
// list within its item ("<li><a>..</a><ul><li><a>"), or beyond a mark or short word that joins two
// values ("Ann, Bob and Cid"). Where the value shares its element with other texts, and nothing but
// breaks stands between them, these are the values.
//
// So a field that was labelled on a page with one value is a list where other pages have several.
//
// Cost: O(depth) for each value. Limits: the first kMostTogether values on either side.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/vocabulary.h"

namespace pagekin::wrapper {

constexpr std::size_t kMostTogether = 1'000;

// What joins the values of a line: marks, and short words such as "and".
bool is_joint(std::string_view text);

// In document order, `value` among them. `value` is of texts.
std::vector<SlotRange> values_together(const PageSlots& page, const Vocabulary& vocabulary,
                                       const SlotRange& value);

}  // namespace pagekin::wrapper
