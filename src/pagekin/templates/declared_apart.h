// How far two groups of pages declare to be different.
//
// Classes and ids of html, body and the children of body, og:type and the types of JSON-LD and of
// items (see features/declarations.h) say what a page is. Among hundreds of marks they are few, so
// voters hardly see them (see voters.h). But where nearly all pages of one group have one value
// and nearly all pages of the other have another value at the same place, the pages say
// themselves that they are of two kinds. Declarations only separate: many sites declare one kind
// for all pages, so an equal declaration says nothing.
//
// At a place let p(v) and q(v) be the shares of the pages of both groups that have the value v, n
// and m the pages of the groups, and
//
//   own     = min(max_v (p(v) n / (n + 1/2) - q(v)), max_v (q(v) m / (m + 1/2) - p(v)))
//   common  = sum_v min(p(v), q(v)) / sum_v max(p(v), q(v))
//
// The groups are apart by own^4 (1 - common), by 0 if own is negative; the place at which they are
// most apart counts. The fourth power asks for nearly all pages, as voters do. What is common
// counts, since `archive category` and `archive date` are both archives.
//
// Cost: time O(g^2 d) for g groups and d marks near the root; memory O(g^2 + d).
#pragma once

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/voter_groups.h"

namespace pagekin::templates {

// Returns how far every two groups are apart by what they declare, in [0, 1].
SimilarityMatrix declared_apart(const BlockShapes& shapes, const VoterGroups& groups);

// Takes from the shares of the votes that two groups are one: up to three fifths of a share, in
// proportion to how far the groups are apart. So declarations settle what up to five sixths of the
// voters join, and cannot overrule more.
void heed_declarations(const SimilarityMatrix& apart, SimilarityMatrix& shares);

}  // namespace pagekin::templates
