// Hashes of paths from the root of a tree, computed step by step on the way down.
//
// The 64 bits depend on all steps of a path and their order. The hash is not seeded: an
// attacker can make two paths collide, which only makes these two paths equal. Hash tables
// of paths must therefore not rely on the hashes being evenly distributed.
#pragma once

#include <cstdint>

#include "pagekin/core/hash.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::features {

constexpr std::uint64_t kEmptyPath = 0x243f'6a88'85a3'08d3;

// Returns the path extended by an element.
constexpr std::uint64_t path_to_element(std::uint64_t path, html::TagId tag) {
  return mix(path ^ (tag + std::uint64_t{1}) * 0x9e37'79b9'7f4a'7c15);
}

// Returns the path extended by a text, given by its hash.
constexpr std::uint64_t path_to_text(std::uint64_t path, std::uint64_t text_hash) {
  return mix((path ^ 0x1319'8a2e'0370'7344) + text_hash * 0x9e37'79b9'7f4a'7c15);
}

// Returns the path of the k-th occurrence of a path in a page, k >= 2.
constexpr std::uint64_t path_occurrence(std::uint64_t path, std::uint64_t k) {
  return mix((path ^ 0xa409'3822'299f'31d0) + k * 0x9e37'79b9'7f4a'7c15);
}

}  // namespace pagekin::features
