// Hashes of paths from the root of a tree, made step by step on the way down.
//
// A path is known by 64 bits that depend on all its steps and their order. Nothing is
// hidden: somebody who wants to can make two paths collide, which makes these two
// alike and nothing else. Tables of paths must not rely on the hashes being spread.
#pragma once

#include <cstdint>

#include "pagekin/core/hash.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::features {

constexpr std::uint64_t kEmptyPath = 0x243f'6a88'85a3'08d3;

// The path that goes on to an element.
constexpr std::uint64_t path_to_element(std::uint64_t path, html::TagId tag) {
  return mix(path ^ (tag + std::uint64_t{1}) * 0x9e37'79b9'7f4a'7c15);
}

// The path that ends in a text, given by its hash.
constexpr std::uint64_t path_to_text(std::uint64_t path, std::uint64_t text_hash) {
  return mix((path ^ 0x1319'8a2e'0370'7344) + text_hash * 0x9e37'79b9'7f4a'7c15);
}

// The k-th occurrence of a path in a page, k >= 2.
constexpr std::uint64_t path_occurrence(std::uint64_t path, std::uint64_t k) {
  return mix((path ^ 0xa409'3822'299f'31d0) + k * 0x9e37'79b9'7f4a'7c15);
}

}  // namespace pagekin::features
