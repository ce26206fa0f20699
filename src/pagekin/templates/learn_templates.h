// Finds out which shapes of a site come from the same template, without any parameter.
//
// 1. Average linkage over the similarities of shapes makes up to 120 small groups. Their
//    pages are so similar that no template can separate them. Groups that hardly any voter
//    separates are joined.
// 2. Voters say which groups are one template: 64 whose settings are drawn at random (see
//    voters.h), and two that look for the shortest description (see shortest_description.h).
// 3. What they agree on are the templates (see consensus.h).
// 4. If a place of the addresses or of the links agrees with these, it has a vote, too, and
//    the votes are counted again (see context_vote.h).
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
std::vector<std::uint32_t> learn_templates(const BlockShapes& shapes,
                                           const ContextWords& context = {});

}  // namespace pagekin::templates
