#include "pagekin/templates/voter_groups.h"

#include <algorithm>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {
namespace {

// Below this, the 12th power is 0: it would count nothing, and numbers too small for a float's
// exponent make processors slow.
constexpr float kNothing = 0.2F;

float to_the_12th(float x) {
  if (x < kNothing) return 0;
  const float x2 = x * x;
  const float x4 = x2 * x2;
  return x4 * x4 * x4;
}

float nearly_all(float count, float pages, float mistaken) {
  const float more = std::min(pages, count + (2 * count > pages ? mistaken : 0));
  return to_the_12th((more + kDoubt) / (pages + 2 * kDoubt));
}

}  // namespace

VoterGroups::VoterGroups(const BlockShapes& shapes, const BlockFacts& facts,
                         std::span<const std::uint32_t> group_of, std::size_t groups)
    : facts_(&facts),
      row_size_((shapes.blocks.size() + kLanes - 1) / kLanes * kLanes),
      pages_(groups),
      weights_(row_size_),
      counts_(groups * row_size_),
      filled_(groups * facts.places),
      share_(groups * row_size_),
      nearly_all_(groups * row_size_),
      nearly_none_(groups * row_size_),
      replaced_(groups * row_size_),
      places_(facts.places) {
  for (std::size_t i = 0; i < shapes.blocks.size(); ++i) weights_[i] = shapes.blocks[i].weight;
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::uint32_t group = group_of[shape];
    if (group == kNoGroup) continue;
    const auto pages = static_cast<float>(shapes.pages[shape]);
    pages_[group] += pages;
    all_pages_ += pages;
    for (const BlockId block : shapes[shape]) counts_[group * row_size_ + block] += pages;
    for (const std::uint32_t place : facts.filled[shape]) {
      filled_[group * facts.places + place] += pages;
    }
  }
  for (std::size_t group = 0; group < groups; ++group) measure(group);
}

void VoterGroups::merge(std::size_t into, std::size_t from) {
  const auto add = [&](std::vector<float>& rows, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) rows[into * size + i] += rows[from * size + i];
  };
  add(counts_, row_size_);
  add(filled_, facts_->places);
  pages_[into] += pages_[from];
  pages_[from] = 0;
  measure(into);
}

void VoterGroups::measure(std::size_t group) {
  const float pages = pages_[group];
  if (pages == 0) return;
  const float mistaken = pages >= kMistakenFrom ? 1.0F : 0.0F;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    places_[i] = nearly_all(filled_[group * places_.size() + i], pages, mistaken);
  }
  const std::size_t row = group * row_size_;
  for (std::size_t i = row; i < row + row_size_; ++i) {
    share_[i] = counts_[i] / pages;
    nearly_all_[i] = nearly_all(counts_[i], pages, mistaken);
    nearly_none_[i] = nearly_all(pages - counts_[i], pages, mistaken);
  }
  for (std::size_t i = 0; i < facts_->place.size(); ++i) {
    const std::uint32_t place = facts_->place[i];
    replaced_[row + i] = place == kNoPlace ? 0 : nearly_none_[row + i] * places_[place];
  }
}

}  // namespace pagekin::templates
