// Which shapes of a site come from the same template, with nothing to choose.
//
// 1. Average linkage over the similarities of shapes makes a few hundred small groups:
//    pages so alike that no template can lie between them.
// 2. Groups are joined, the least separated first, until every two of them have something
//    of their own (see separation.h).
// 3. Once more with what is known of their context, where there is something to believe: what
//    groups of four shapes on average agree with. Single shapes would agree with anything.
// 4. Groups are joined as long as that makes the site's description shorter (see
//    description_length.h): a few pages prove no template.
// 5. Shapes that were too many to look at join the likeliest group.
//
// Cost: time O(s^2 b) for s <= 1,000 shapes that are looked at and b blocks, then
// O(templates) for every other shape.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/context_words.h"

namespace pagekin::templates {

// By shape: the number of its template, from 0 in the order of the shapes. `context`, of
// which no word need be believed yet, helps where it agrees with the pages.
std::vector<std::uint32_t> learn_templates(const BlockShapes& shapes, ContextWords context = {});

}  // namespace pagekin::templates
