#include "pagekin/templates/sketched_blocks.h"

#include <cstddef>

namespace pagekin::templates {
namespace {

using Answer = OpenSketch::Answer;

constexpr std::size_t kMarksAsked = 2;  // marks of a block that are looked up in a sketch

// The answer for a block, by the first marks that the sketch can answer for.
Answer has_block(const OpenSketch& sketch, const Block& block) {
  std::size_t asked = 0;
  for (const std::uint64_t mark : block.marks) {
    const Answer answer = sketch.has(mark);
    if (answer == Answer::kUnknown) continue;
    if (answer == Answer::kNo) return Answer::kNo;
    if (++asked == kMarksAsked) break;
  }
  return asked == 0 ? Answer::kUnknown : Answer::kYes;
}

}  // namespace

BlockFinder::BlockFinder(std::span<const Block> blocks) {
  first_.reserve(blocks.size());
  for (const Block& block : blocks) {
    first_.push_back({.first = SketchedMark(block.marks.front()),
                      .second = SketchedMark(block.marks[block.marks.size() > 1 ? 1 : 0])});
  }
}

SketchedBlocks BlockFinder::find(std::span<const Block> blocks, std::string_view sketch) const {
  const OpenSketch open(sketch);
  SketchedBlocks found;
  for (BlockId id = 0; id < first_.size(); ++id) {
    Answer answer = open.has(first_[id].first);
    if (answer == Answer::kNo) continue;  // most end here
    if (answer == Answer::kYes) answer = open.has(first_[id].second);
    if (answer == Answer::kUnknown) answer = has_block(open, blocks[id]);
    if (answer == Answer::kYes) found.present.push_back(id);
    if (answer == Answer::kUnknown) found.unknown.push_back(id);
  }
  return found;
}

}  // namespace pagekin::templates
