// How similar shapes are: what is missing on the side that lacks less counts in full, what
// is missing on the other a tenth.
//
// A post without comments lacks nothing that a post with comments has not; pages of two
// templates both lack what the other has. common / (common + less + 0.1 more), by weight.
//
// Cost: time O(shapes^2 blocks), memory 4 bytes a shape and block beside the matrix.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/core/similarity_matrix.h"
#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

// Of the shapes with these numbers.
SimilarityMatrix shape_similarities(const BlockShapes& shapes,
                                    std::span<const std::uint32_t> chosen);

}  // namespace pagekin::templates
