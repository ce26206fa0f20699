#include "pagekin/templates/missed_templates.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/description_length.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/mark_sketch.h"
#include "pagekin/templates/separation.h"
#include "pagekin/templates/site_placer.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kUnknownPart = 4;   // at least one mark in four of an odd page is unknown
constexpr std::size_t kFewestCommon = 8;  // unknown marks that two pages must have in common
constexpr std::size_t kAgreeing = 3;      // two pages must have one in three of these in common
constexpr std::size_t kFewestMissed = 3;
constexpr std::size_t kMostPages = 512;
constexpr std::size_t kOddAtOnce = 8;  // pages that a thread compares with the others
constexpr int kCellBits = 10;          // bits of a hash that distinguish artificial marks

bool is_odder(const OddPage& a, const OddPage& b) {
  return std::tuple(-a.oddness, a.hash) < std::tuple(-b.oddness, b.hash);
}

bool agree(const OddPage& a, const OddPage& b) {
  const std::size_t least = std::min(a.unknown.begins.size(), b.unknown.begins.size());
  return agreement(a.unknown, b.unknown) >= std::max(kFewestCommon, least / kAgreeing);
}

// Calls both(i, j) for each pair of begins that may be the same mark, each at most once.
template <class Both>
void for_common(const UnknownMarks& a, const UnknownMarks& b, const Both& both) {
  for (std::size_t i = 0, j = 0; i < a.begins.size() && j < b.begins.size();) {
    const std::uint64_t end_a = a.begins[i] + a.width;
    const std::uint64_t end_b = b.begins[j] + b.width;
    if (a.begins[i] < end_b && b.begins[j] < end_a) {
      both(i++, j++);
    } else if (end_a <= b.begins[j]) {
      ++i;
    } else {
      ++j;
    }
  }
}

// Returns those unknown marks of the first page that nearly all of the pages have.
UnknownMarks common_unknown(std::span<const OddPage* const> pages) {
  const UnknownMarks& first = pages.front()->unknown;
  std::vector<std::size_t> having(first.begins.size(), 1);
  for (const OddPage* const page : pages.subspan(1)) {
    for_common(first, page->unknown, [&](std::size_t i, std::size_t) { ++having[i]; });
  }
  UnknownMarks common{.begins = {}, .width = first.width};
  for (std::size_t i = 0; i < having.size(); ++i) {
    if (static_cast<float>(having[i]) >= kCoreShare * static_cast<float>(pages.size())) {
      common.begins.push_back(first.begins[i]);
    }
  }
  return common;
}

std::vector<BlockId> common_blocks(std::span<const OddPage* const> pages, std::size_t blocks) {
  std::vector<std::size_t> having(blocks);
  for (const OddPage* const page : pages) {
    for (const BlockId id : page->blocks) ++having[id];
  }
  std::vector<BlockId> common;
  for (BlockId id = 0; id < blocks; ++id) {
    if (static_cast<float>(having[id]) >= kCoreShare * static_cast<float>(pages.size())) {
      common.push_back(id);
    }
  }
  return common;
}

}  // namespace

std::size_t agreement(const UnknownMarks& a, const UnknownMarks& b) {
  std::size_t common = 0;
  for_common(a, b, [&](std::size_t, std::size_t) { ++common; });
  return common;
}

std::optional<OddPage> odd_page(std::string_view sketch, std::span<const Block> blocks,
                                std::span<const BlockId> present, double fit) {
  if (fit >= kFits) return {};
  const OpenSketch open(sketch);
  std::vector<std::uint32_t> explained;
  for (const BlockId id : present) {
    for (const std::uint64_t mark : blocks[id].marks) explained.push_back(open.place_of(mark));
  }
  std::sort(explained.begin(), explained.end());
  std::vector<std::uint32_t> unknown;
  for (const std::uint32_t place : open.taken()) {
    if (!unknown.empty() && unknown.back() == place) continue;
    if (!std::binary_search(explained.begin(), explained.end(), place)) unknown.push_back(place);
  }
  if (unknown.size() < kFewestCommon || kUnknownPart * unknown.size() < open.taken().size()) {
    return {};
  }
  OddPage page;
  page.oddness =
      (1 - fit) * static_cast<double>(unknown.size()) / static_cast<double>(open.taken().size());
  page.blocks.assign(present.begin(), present.end());
  page.unknown.width = (std::uint64_t{1} << 32) / open.places() + 1;
  for (const std::uint32_t place : unknown) {
    page.unknown.begins.push_back((std::uint64_t{place} << 32) / open.places());
  }
  return page;
}

void MissedTemplates::add(OddPage&& page) {
  if (oddest_.size() == kMostPages) {
    if (!is_odder(page, oddest_.front())) return;
    std::pop_heap(oddest_.begin(), oddest_.end(), is_odder);
    oddest_.pop_back();
  }
  oddest_.push_back(std::move(page));
  std::push_heap(oddest_.begin(), oddest_.end(), is_odder);
}

// Tests it as if the pages had been in the sample, with their common unknown marks as one
// block.
bool MissedTemplates::stands_apart(const BlockShapes& shapes,
                                   std::span<const std::uint32_t> template_of, std::size_t count,
                                   std::span<const OddPage* const> pages,
                                   std::size_t unknown) const {
  BlockShapes all = shapes;
  std::vector<std::uint32_t> group_of(template_of.begin(), template_of.end());
  const auto block = static_cast<BlockId>(all.blocks.size());
  const float weight = block_weight(unknown);
  all.blocks.push_back({.marks = {}, .weight = weight, .telling = weight});
  for (const OddPage* const page : pages) {
    all.ids.insert(all.ids.end(), page->blocks.begin(), page->blocks.end());
    all.ids.push_back(block);
    all.ends.push_back(static_cast<std::uint32_t>(all.ids.size()));
    all.pages.push_back(page->pages);
    group_of.push_back(static_cast<std::uint32_t>(count));
  }
  const Groups groups(all, group_of, count + 1);
  for (std::size_t other = 0; other < count; ++other) {
    if (groups.pages(other) == 0) continue;
    if (separation(groups, other, count) < kOneTemplate) return false;
    if (cost_of_joining(groups, other, count) <= 0) return false;
  }
  return true;
}

// The page that has most in common with others leads a group. The search goes on without
// them.
void MissedTemplates::learn(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
                            std::size_t count, unsigned threads) {
  std::sort(oddest_.begin(), oddest_.end(), is_odder);
  std::vector<std::vector<std::size_t>> agreeing(oddest_.size());  // at first with earlier pages
  for_parts(threads, oddest_.size(), kOddAtOnce, [&](std::size_t begin, std::size_t end) {
    check_stop();
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (agree(oddest_[i], oddest_[j])) agreeing[i].push_back(j);
      }
    }
  });
  for (std::size_t i = 0; i < agreeing.size(); ++i) {
    for (const std::size_t j : agreeing[i]) {
      if (j >= i) break;
      agreeing[j].push_back(i);
    }
  }
  while (true) {
    const auto most =
        std::max_element(agreeing.begin(), agreeing.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (most == agreeing.end() || most->size() + 1 < kFewestMissed) break;
    const auto leader = static_cast<std::size_t>(most - agreeing.begin());
    std::vector<const OddPage*> pages{&oddest_[leader]};
    for (const std::size_t i : *most) pages.push_back(&oddest_[i]);
    const UnknownMarks common = common_unknown(pages);
    std::vector<std::size_t> gone{leader};
    if (common.begins.size() >= kFewestCommon &&
        stands_apart(shapes, template_of, count, pages, common.begins.size())) {
      templates_.push_back({common_blocks(pages, shapes.blocks.size()), common});
      gone.insert(gone.end(), most->begin(), most->end());
    }
    std::sort(gone.begin(), gone.end());
    for (const std::size_t i : gone) agreeing[i].clear();
    for (auto& others : agreeing) {
      std::erase_if(others,
                    [&](std::size_t i) { return std::binary_search(gone.begin(), gone.end(), i); });
    }
  }
  oddest_.clear();
}

std::optional<MissedTemplates::Place> MissedTemplates::place(const OddPage& page) const {
  std::optional<Place> best;
  for (std::uint32_t i = 0; i < templates_.size(); ++i) {
    const UnknownMarks& core = templates_[i].unknown;
    const double fit = static_cast<double>(agreement(core, page.unknown)) /
                       static_cast<double>(core.begins.size());
    if (2 * fit >= 1 && (!best || fit > best->fit)) best = Place{i, fit};
  }
  return best;
}

std::vector<std::uint64_t> MissedTemplates::core(std::size_t number,
                                                 std::span<const Block> blocks) const {
  std::vector<std::uint64_t> core;
  for (const BlockId id : templates_[number].blocks) {
    core.insert(core.end(), blocks[id].marks.begin(), blocks[id].marks.end());
  }
  for (const std::uint64_t begin : templates_[number].unknown.begins) {
    const std::uint64_t cell = begin >> (32 - kCellBits);
    core.push_back(features::make_mark(mix(cell + 1), features::MarkKind::kPath, cell));
  }
  std::sort(core.begin(), core.end());
  core.erase(std::unique(core.begin(), core.end()), core.end());
  return core;
}

}  // namespace pagekin::templates
