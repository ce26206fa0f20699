#include "pagekin/templates/site_placer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "pagekin/templates/mark_sketch.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMarksAsked = 2;  // of a block, whether a sketched page has it

}  // namespace

SitePlacer::SitePlacer(std::vector<Block> blocks, const Groups& groups)
    : blocks_(std::move(blocks)), cores_(groups.size()), likelihoods_(groups) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (BlockId id = 0; id < blocks_.size(); ++id) {
      if (groups.share(group)[id] >= kCoreShare) cores_[group].push_back(id);
    }
  }
}

SitePlacer::Place SitePlacer::place(MarkSet page) const {
  std::vector<BlockId> present;
  for (BlockId id = 0; id < blocks_.size(); ++id) {
    const auto& marks = blocks_[id].marks;
    const auto shared = std::count_if(marks.begin(), marks.end(), [&](std::uint64_t mark) {
      return std::binary_search(page.begin(), page.end(), mark);
    });
    if (2 * static_cast<std::size_t>(shared) > marks.size()) present.push_back(id);
  }
  const std::uint32_t number = likelihoods_.best(present);
  double core = 0;
  double has = 0;
  for (const BlockId id : cores_[number]) {
    core += blocks_[id].weight;
    if (std::binary_search(present.begin(), present.end(), id)) has += blocks_[id].weight;
  }
  return {number, core > 0 ? has / core : 0};
}

std::uint32_t SitePlacer::place_sketch(std::string_view sketch) const {
  const OpenSketch open(sketch);
  std::vector<BlockId> present;
  std::vector<BlockId> unknown;
  for (BlockId id = 0; id < blocks_.size(); ++id) {
    bool is_present = true;
    std::size_t asked = 0;
    for (const std::uint64_t mark : blocks_[id].marks) {
      const OpenSketch::Answer answer = open.has(mark);
      if (answer == OpenSketch::Answer::kUnknown) continue;
      ++asked;
      is_present = answer == OpenSketch::Answer::kYes;
      if (!is_present || asked == kMarksAsked) break;
    }
    if (asked == 0) {
      unknown.push_back(id);
    } else if (is_present) {
      present.push_back(id);
    }
  }
  return likelihoods_.best(present, unknown);
}

std::vector<std::uint64_t> SitePlacer::core(std::uint32_t template_number) const {
  std::vector<std::uint64_t> core;
  for (const BlockId id : cores_[template_number]) {
    core.insert(core.end(), blocks_[id].marks.begin(), blocks_[id].marks.end());
  }
  std::sort(core.begin(), core.end());
  return core;
}

}  // namespace pagekin::templates
