#include "pagekin/templates/block_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/mark_table.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostBlocks = 3000;
constexpr BlockId kDropped = UINT32_MAX;

// The size of a block, before it is decided whether the block is kept.
struct BlockSize {
  std::uint32_t pages = 0;
  std::uint32_t marks = 0;
};

// Returns the number of each block. Blocks are numbered in the order of their first marks,
// in which they come. If there are too many, those with the largest product of weight and
// pages are kept.
std::vector<BlockId> number_blocks(const std::vector<BlockSize>& blocks) {
  std::vector<BlockId> order(blocks.size());
  std::iota(order.begin(), order.end(), 0);
  if (order.size() > kMostBlocks) {
    const auto worth = [&](BlockId id) {
      return block_weight(blocks[id].marks) * static_cast<float>(blocks[id].pages);
    };
    std::nth_element(
        order.begin(), order.begin() + kMostBlocks, order.end(),
        [&](BlockId a, BlockId b) { return std::pair(-worth(a), a) < std::pair(-worth(b), b); });
    order.resize(kMostBlocks);
    std::sort(order.begin(), order.end());
  }
  std::vector<BlockId> number(blocks.size(), kDropped);
  for (BlockId i = 0; i < order.size(); ++i) number[order[i]] = i;
  return number;
}

}  // namespace

float block_weight(std::size_t marks) {
  return std::round(std::log2(static_cast<float>(1 + marks)) * 0x1p16F) * 0x1p-16F;
}

BlockShapes shapes_of(std::span<const MarkSet> pages, std::span<const std::uint64_t> counted,
                      std::span<const std::uint32_t> counts) {
  MarkTable number_of;  // by mark: its index in `counted`, plus 1
  for (std::uint32_t i = 0; i < counted.size(); ++i) number_of[counted[i]] = i + 1;

  // A set of pages is identified by the sum of random numbers of its pages.
  std::vector<std::uint64_t> page_set(counted.size());
  std::vector<std::uint32_t> page_count(counted.size());
  std::vector<std::uint32_t> marks;  // of all pages, as indices into `counted`
  std::vector<std::size_t> ends;
  std::size_t most = 0;
  for (const MarkSet page : pages) most += page.size();
  marks.reserve(most);
  for (std::size_t page = 0; page < pages.size(); ++page) {
    const std::uint64_t drawn = mix(page + 1);
    for (const std::uint64_t mark : pages[page]) {
      const std::uint32_t* const number = number_of.find(mark);
      if (number == nullptr) continue;
      marks.push_back(*number - 1);
      page_set[*number - 1] += drawn;
      ++page_count[*number - 1];
    }
    ends.push_back(marks.size());
  }

  std::vector<BlockId> block_of(counted.size());
  std::vector<BlockSize> all;
  std::map<std::uint64_t, BlockId> block_by_pages;
  for (std::uint32_t i = 0; i < counted.size(); ++i) {
    const auto [at, is_new] =
        block_by_pages.try_emplace(page_set[i], static_cast<BlockId>(all.size()));
    if (is_new) all.push_back({.pages = page_count[i]});
    block_of[i] = at->second;
    ++all[at->second].marks;
  }
  const std::vector<BlockId> number = number_blocks(all);

  BlockShapes shapes;
  std::vector<bool> is_first(counted.size());  // whether a mark is the first of its block
  for (std::uint32_t i = 0; i < counted.size(); ++i) {
    block_of[i] = number[block_of[i]];
    if (block_of[i] == kDropped) continue;
    if (block_of[i] == shapes.blocks.size()) {
      shapes.blocks.emplace_back();
      is_first[i] = true;
    }
    shapes.blocks[block_of[i]].marks.push_back(counted[i]);
  }
  for (Block& block : shapes.blocks) {
    block.weight = block_weight(block.marks.size());
    const bool only_texts = std::all_of(
        block.marks.begin(), block.marks.end(),
        [](std::uint64_t mark) { return features::kind_of(mark) == features::MarkKind::kText; });
    block.telling = only_texts ? block.weight / 2 : block.weight;
  }

  std::vector<std::vector<BlockId>> blocks_of(pages.size());
  for (std::size_t page = 0; page < pages.size(); ++page) {
    for (std::size_t i = page == 0 ? 0 : ends[page - 1]; i < ends[page]; ++i) {
      if (is_first[marks[i]]) blocks_of[page].push_back(block_of[marks[i]]);
    }
    std::sort(blocks_of[page].begin(), blocks_of[page].end());
  }
  std::vector<std::uint32_t> order(pages.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return blocks_of[a] < blocks_of[b]; });
  shapes.shape_of.resize(pages.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<BlockId>& blocks = blocks_of[order[i]];
    if (i == 0 || blocks != blocks_of[order[i - 1]]) {
      shapes.ids.insert(shapes.ids.end(), blocks.begin(), blocks.end());
      shapes.ends.push_back(static_cast<std::uint32_t>(shapes.ids.size()));
      shapes.pages.push_back(0);
    }
    shapes.pages.back() += counts.empty() ? 1 : counts[order[i]];
    shapes.shape_of[order[i]] = static_cast<std::uint32_t>(shapes.size() - 1);
  }
  return shapes;
}

}  // namespace pagekin::templates
