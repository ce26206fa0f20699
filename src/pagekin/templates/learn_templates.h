// Finds out which shapes of a site come from the same template, without any parameter.
//
// 1. Average linkage over the similarities of shapes makes a few hundred small groups. Their
//    pages are so similar that no template can separate them.
// 2. Groups are joined, the least separated first, until each pair of groups is separated
//    (see separation.h).
// 3. This is repeated with the context of the pages, if it has reliable words. Reliable are
//    words that agree with reference groups of four shapes on average. Groups of one shape
//    would agree with any word.
// 4. Groups are joined as long as that makes the description of the site shorter (see
//    description_length.h): a few pages do not prove a template.
// 5. If there were too many shapes to compare, each remaining shape joins its most likely
//    group.
//
// Cost: time O(s^2 b) for s <= 1,000 compared shapes and b blocks, then O(templates) for
// every other shape.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/context_words.h"

namespace pagekin::templates {

// Returns by shape the number of its template, from 0 in the order of the shapes.
// `context`, whose reliable words need not be selected yet, helps if it agrees with the
// pages.
std::vector<std::uint32_t> learn_templates(const BlockShapes& shapes, ContextWords context = {});

}  // namespace pagekin::templates
