#include "pagekin/templates/site_placer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pagekin::templates {
namespace {

static_assert(kNoTemplate == kNoGroup, "groups are templates");

}  // namespace

SitePlacer::SitePlacer(std::vector<Block> blocks, const Groups& groups)
    : blocks_(std::move(blocks)), finder_(blocks_), cores_(groups.size()), likelihoods_(groups) {
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (BlockId id = 0; id < blocks_.size(); ++id) {
      if (groups.share(group)[id] >= kCoreShare) cores_[group].push_back(id);
    }
  }
}

void SitePlacer::add_variants(const Groups& variants, std::span<const std::uint32_t> template_of) {
  variants_.assign(templates(), {});
  for (std::uint32_t variant = 0; variant < template_of.size(); ++variant) {
    variants_[template_of[variant]].push_back(variant);
  }
  by_variant_ = Likelihoods(variants);
}

std::vector<BlockId> SitePlacer::blocks_of(MarkSet page) const {
  std::vector<BlockId> present;
  for (BlockId id = 0; id < blocks_.size(); ++id) {
    const auto& marks = blocks_[id].marks;
    const auto shared = std::count_if(marks.begin(), marks.end(), [&](std::uint64_t mark) {
      return std::binary_search(page.begin(), page.end(), mark);
    });
    if (2 * static_cast<std::size_t>(shared) > marks.size()) present.push_back(id);
  }
  return present;
}

double SitePlacer::fit(std::uint32_t template_number, std::span<const BlockId> blocks,
                       std::span<const BlockId> unknown) const {
  double core = 0;
  double has = 0;
  for (const BlockId id : cores_[template_number]) {
    if (std::binary_search(unknown.begin(), unknown.end(), id)) continue;
    core += blocks_[id].weight;
    if (std::binary_search(blocks.begin(), blocks.end(), id)) has += blocks_[id].weight;
  }
  return core > 0 ? has / core : 0;
}

SitePlacer::Place SitePlacer::place(MarkSet page) const {
  const std::vector<BlockId> present = blocks_of(page);
  const std::uint32_t number = likelihoods_.best(present);
  return {number, fit(number, present)};
}

Certainty SitePlacer::certainty(std::uint32_t template_number, std::span<const BlockId> blocks,
                                double own_value, bool is_alone) const {
  const Ranking ranking = likelihoods_.rank(blocks);
  const bool is_first = ranking.first == template_number;
  const std::uint32_t other = is_first ? ranking.second : ranking.first;
  const bool has_other = other != kNoGroup;
  return {.confidence =
              confidence({.own_bits = -own_value,
                          .other_bits = -(is_first ? ranking.second_value : ranking.first_value),
                          .fit = is_alone ? 0 : fit(template_number, blocks),
                          .other_fit = has_other ? fit(other, blocks) : 0,
                          .is_alone = is_alone,
                          .has_other = has_other}),
          .second = other};
}

SitePlacer::SurePlace SitePlacer::place_sketch(std::string_view sketch) const {
  auto [present, unknown] = finder_.find(blocks_, sketch);
  const Ranking ranking = likelihoods_.rank(present, unknown);
  const bool has_other = ranking.second != kNoGroup;
  const double fits = fit(ranking.first, present, unknown);
  return {.template_number = ranking.first,
          .variant = variants_.empty() ? 0 : variant(ranking.first, present, unknown),
          .fit = fits,
          .certainty = {.confidence = confidence({.own_bits = -ranking.first_value,
                                                  .other_bits = -ranking.second_value,
                                                  .fit = fits,
                                                  .has_other = has_other}),
                        .second = ranking.second},
          .blocks = std::move(present)};
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
