#include "pagekin/templates/sketched_blocks.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"

#include "support/rounds.h"

namespace pagekin::templates {
namespace {

// The slow reference asks for the marks of a block one after the other.
SketchedBlocks found_slowly(std::span<const Block> blocks, const OpenSketch& sketch) {
  SketchedBlocks found;
  for (BlockId id = 0; id < blocks.size(); ++id) {
    std::vector<bool> answers;  // about the marks that the sketch can tell of
    for (const std::uint64_t mark : blocks[id].marks) {
      const OpenSketch::Answer answer = sketch.has(mark);
      if (answer != OpenSketch::Answer::kUnknown) {
        answers.push_back(answer == OpenSketch::Answer::kYes);
      }
    }
    if (answers.size() > 2) answers.resize(2);
    if (answers.empty()) {
      found.unknown.push_back(id);
    } else if (std::ranges::all_of(answers, [](bool has) { return has; })) {
      found.present.push_back(id);
    }
  }
  return found;
}

TEST(BlockFinder, FindsTheBlocksOfASketch) {
  std::size_t unknown = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(200U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<Block> blocks(1 + random.below(300));
    std::vector<std::uint64_t> marks;  // of a page that has some of the blocks, and parts of some
    for (Block& block : blocks) {
      const bool is_there = random.chance(0.3);
      for (std::uint32_t i = 0; i <= random.below(5); ++i) {
        const auto kind =
            random.chance(0.5) ? features::MarkKind::kText : features::MarkKind::kPath;
        block.marks.push_back(features::make_mark(random.next(), kind, random.next()));
        if (is_there && random.chance(0.9)) marks.push_back(block.marks.back());
      }
    }
    // Half of the sketches do not hold all marks.
    for (std::uint32_t i = random.below(2) * 1'000; i > 0; --i) marks.push_back(random.next());
    std::sort(marks.begin(), marks.end());
    std::string sketch;
    append_sketch(marks, sketch);
    const SketchedBlocks expected = found_slowly(blocks, OpenSketch(sketch));
    const SketchedBlocks found = BlockFinder(blocks).find(blocks, sketch);
    EXPECT_EQ(found.present, expected.present);
    EXPECT_EQ(found.unknown, expected.unknown);
    unknown += found.unknown.size();
  }
  EXPECT_GT(unknown, 1'000U);
}

}  // namespace
}  // namespace pagekin::templates
