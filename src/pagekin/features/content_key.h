// A number for what is kept of a page, to order pages by.
//
// Equal features have equal keys; different ones have different keys but for chance. The
// same on every machine, and whatever pages there are beside it.
// Cost: linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/features/features.h"

namespace pagekin::features {

std::uint64_t content_key(const Features& page);

// By page.
std::vector<std::uint64_t> content_keys(std::span<const Features> pages);

}  // namespace pagekin::features
