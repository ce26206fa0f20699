// A hash of the features of a page, by which pages are ordered.
//
// Equal features have equal keys; different features have different keys unless hashes
// collide. A key is the same on every machine and does not depend on other pages.
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
