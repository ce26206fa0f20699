// Pages as what they share: marks that come and go together are one block, pages with the
// same blocks are one shape.
//
// A page's comment form leaves forty marks that are all there or all absent. They say one
// thing, so they are one block, whose weight grows with the logarithm of their number.
//
// Blocks are in the order of their first marks and shapes in the order of their blocks, so
// nothing that follows depends on the order of the pages.
//
// Cost: time O(marks of all pages), memory for the marks that are counted.
// Limits: the 3,000 blocks that weigh most in the most pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

using BlockId = std::uint32_t;

// log2(1 + marks), rounded, so that no difference between mathematical libraries can show.
float block_weight(std::size_t marks);

struct Block {
  std::vector<std::uint64_t> marks;  // ascending
  float weight = 0;                  // see block_weight()
  // Half of that where all are texts: words alone seldom make a template.
  float telling = 0;
};

struct BlockShapes {
  std::vector<Block> blocks;
  std::vector<BlockId> ids;             // blocks of all shapes, one after the other
  std::vector<std::uint32_t> ends;      // by shape: end of its blocks
  std::vector<std::uint32_t> pages;     // by shape: how many pages have it
  std::vector<std::uint32_t> shape_of;  // by page

  std::size_t size() const { return ends.size(); }
  std::span<const BlockId> operator[](std::size_t shape) const {
    const std::uint32_t begin = shape == 0 ? 0 : ends[shape - 1];
    return {ids.data() + begin, ends[shape] - begin};
  }
};

// Of the pages, by marks out of `counted`, which ascend. Page i counts counts[i] times.
BlockShapes shapes_of(std::span<const MarkSet> pages, std::span<const std::uint64_t> counted,
                      std::span<const std::uint32_t> counts = {});

}  // namespace pagekin::templates
