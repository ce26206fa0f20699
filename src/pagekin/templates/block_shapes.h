// The blocks and shapes of a site's pages. Marks that occur in exactly the same pages form
// one block. Pages that have the same blocks have the same shape.
//
// A comment form leaves forty marks in a page, all present or all absent. They carry one
// piece of information, so they form one block. Its weight grows with the logarithm of
// their number.
//
// Blocks are ordered by their first marks and shapes by their blocks, so no later step
// depends on the order of the pages.
//
// Cost: time O(marks of all pages); memory for the marks that are counted.
// Limits: at most 3,000 blocks, those with the largest product of weight and pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

using BlockId = std::uint32_t;

// Returns log2(1 + marks), rounded so that all mathematical libraries give the same value.
float block_weight(std::size_t marks);

struct Block {
  std::vector<std::uint64_t> marks;  // ascending
  float weight = 0;                  // see block_weight()
  // Half of the weight if all marks are texts: words alone rarely make a template.
  float telling = 0;
};

struct BlockShapes {
  std::vector<Block> blocks;
  std::vector<BlockId> ids;             // blocks of all shapes, one after the other
  std::vector<std::uint32_t> ends;      // by shape: end of its blocks
  std::vector<std::uint32_t> pages;     // by shape: the number of its pages
  std::vector<std::uint32_t> shape_of;  // by page

  std::size_t size() const { return ends.size(); }
  std::span<const BlockId> operator[](std::size_t shape) const {
    const std::uint32_t begin = shape == 0 ? 0 : ends[shape - 1];
    return {ids.data() + begin, ends[shape] - begin};
  }
};

// Returns the blocks and shapes of the pages. Only marks in `counted`, which ascend, count.
// Page i counts counts[i] times.
BlockShapes shapes_of(std::span<const MarkSet> pages, std::span<const std::uint64_t> counted,
                      std::span<const std::uint32_t> counts = {});

}  // namespace pagekin::templates
