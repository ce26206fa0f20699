// How similar shapes are. What the side that lacks less is missing counts in full; what the
// other side is missing counts a tenth.
//
// A post without comments has nothing that a post with comments lacks, but pages of two
// templates both lack something that the other has. The similarity is common / (common +
// less + 0.1 more), by weight.
//
// Cost: time O(shapes^2 blocks); memory 4 bytes for each shape and block besides the matrix.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

// Returns the similarities of the shapes with these numbers.
SimilarityMatrix shape_similarities(const BlockShapes& shapes,
                                    std::span<const std::uint32_t> chosen, unsigned threads = 1);

// Returns the shape that is most similar to a page with these blocks, the first of equals. There
// must be a shape.
std::uint32_t most_similar_shape(const BlockShapes& shapes, std::span<const BlockId> blocks);

}  // namespace pagekin::templates
