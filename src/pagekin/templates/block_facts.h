// What the voters (see voters.h) know of the blocks of a site besides their weights.
//
// Rarity: a block of half of the pages says more than one of nearly all.
// Crossing: two blocks cross if pages have both, either and neither. A block that crosses
//   most others (a language, a season's banner) is a property of pages, not of templates.
// Place: a block stands at the place where pages that lack it most often have another
//   recurring value. If pages have one value there (the class of the body, a heading), a
//   page with another value has the block replaced, not merely left out.
//
// Cost: time O(b^2) for each shape of b blocks; memory 4 bytes for each pair of blocks while
// crossing is counted, at most 36 MB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

constexpr std::uint32_t kNoPlace = UINT32_MAX;

struct BlockFacts {
  // By block.
  std::vector<float> rarity;          // -log2 of the share of pages that have it, in [0.02, 4]
  std::vector<float> crossing;        // share of the weight of all blocks that cross it
  std::vector<std::uint8_t> is_text;  // all of its marks are texts
  std::vector<std::uint8_t> is_top;   // it has a class or id of html, body or a child of body
  std::vector<std::uint32_t> place;   // the number of its place if that has one value; or kNoPlace

  std::size_t places = 0;
  // By shape: the places that are filled, ascending.
  std::vector<std::vector<std::uint32_t>> filled;
};

// Only the shapes in `chosen` count.
BlockFacts block_facts(const BlockShapes& shapes, std::span<const std::uint32_t> chosen);

}  // namespace pagekin::templates
