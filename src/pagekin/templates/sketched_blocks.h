// Finds the blocks of a page by its sketch (see mark_sketch.h).
//
// A page has a block if its sketch has the first two marks of the block that it can answer for. A
// mark is found by mistake once in 64 times, both once in 4,096 times.
//
// Cost: time O(blocks) a page; memory 24 bytes a block.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/mark_sketch.h"

namespace pagekin::templates {

// Blocks, ascending.
struct SketchedBlocks {
  std::vector<BlockId> present;
  std::vector<BlockId> unknown;  // the sketch does not say
};

class BlockFinder {
 public:
  BlockFinder() = default;
  // Each block has at least one mark.
  explicit BlockFinder(std::span<const Block> blocks);

  // `blocks`: those of the constructor.
  SketchedBlocks find(std::span<const Block> blocks, std::string_view sketch) const;

 private:
  // The first two marks of a block, by which most questions are answered.
  struct FirstMarks {
    SketchedMark first;
    SketchedMark second;  // the same if the block has one mark only
  };
  std::vector<FirstMarks> first_;  // by block
};

}  // namespace pagekin::templates
