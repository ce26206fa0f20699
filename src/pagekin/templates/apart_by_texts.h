// Templates that differ in nothing but texts.
//
// Pages of one template fall into groups where one value decides what else they say: the players of
// a team have its name and the names of all others of the team. All their structure is the same,
// and where one group has texts of its own, the other has others. Templates have structure of their
// own, too: a path, a class, an attribute that the other lacks.
//
// Two templates differ by texts alone if each block (see block_shapes.h) that at least half more of
// the pages of one have than of the other consists of texts, if both have such blocks, and if two
// of these, one of each, have a place in common.
//
// Cost: time O(t^2 b) for t templates and b blocks; memory O(t b).
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/voter_groups.h"

namespace pagekin::templates {

// Raises the shares of the votes that two groups are one, where their templates differ by texts
// alone: half of the votes that separate them no longer count. `template_of`: by group. Returns
// whether there are such templates.
bool join_apart_by_texts(const BlockShapes& shapes, const VoterGroups& groups,
                         std::span<const std::uint32_t> template_of, SimilarityMatrix& shares);

}  // namespace pagekin::templates
