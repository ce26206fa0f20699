// How often each tag occurs in a tag sequence.
//
// Source: Cruz, Borisov, Marks, Webbs: Measuring Structural Similarity Among Web Documents,
// as described by Hachenberg, Gottron, CIKM 2013, section 2 (tag feature vectors).
// Cost: time O(n + u log u) for n tags, u of which have no fixed number.
#pragma once

#include <span>
#include <vector>

#include "pagekin/features/features.h"

namespace pagekin::features {

// By ascending tag.
std::vector<TagCount> tag_counts(std::span<const html::TagId> sequence);

}  // namespace pagekin::features
