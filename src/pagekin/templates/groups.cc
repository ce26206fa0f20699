#include "pagekin/templates/groups.h"

#include <algorithm>

namespace pagekin::templates {
namespace {

std::size_t padded(std::size_t size) { return (size + kLanes - 1) / kLanes * kLanes; }

}  // namespace

Groups::Groups(const BlockShapes& shapes, std::span<const std::uint32_t> group_of,
               std::size_t groups)
    : row_size_(padded(shapes.blocks.size())),
      pages_(groups),
      counts_(groups * row_size_),
      share_(groups * row_size_),
      most_(groups * row_size_),
      least_(groups * row_size_),
      weights_(row_size_),
      telling_(row_size_) {
  for (std::size_t i = 0; i < shapes.blocks.size(); ++i) {
    weights_[i] = shapes.blocks[i].weight;
    telling_[i] = shapes.blocks[i].telling;
  }
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::uint32_t group = group_of[shape];
    if (group == kNoGroup) continue;
    const auto pages = static_cast<float>(shapes.pages[shape]);
    pages_[group] += pages;
    all_pages_ += pages;
    float* const row = counts_.data() + group * row_size_;
    for (const BlockId block : shapes[shape]) row[block] += pages;
  }
  for (std::size_t group = 0; group < groups; ++group) measure(group);
}

void Groups::merge(std::size_t into, std::size_t from) {
  const std::size_t a = into * row_size_;
  const std::size_t b = from * row_size_;
  for (std::size_t i = 0; i < row_size_; ++i) counts_[a + i] += counts_[b + i];
  pages_[into] += pages_[from];
  pages_[from] = 0;
  measure(into);
}

void Groups::measure(std::size_t group) {
  const float pages = pages_[group];
  const float mistaken = pages >= kMistakenFrom ? 1.0F : 0.0F;
  const std::size_t row = group * row_size_;
  for (std::size_t i = row; i < row + row_size_; ++i) {
    const float count = counts_[i];
    const float more = std::min(pages, count + (2 * count > pages ? mistaken : 0));
    const float less = std::max(0.0F, count - (2 * count < pages ? mistaken : 0));
    share_[i] = count / pages;
    most_[i] = (more + kDoubt) / (pages + 2 * kDoubt);
    least_[i] = (less + kDoubt) / (pages + 2 * kDoubt);
  }
}

}  // namespace pagekin::templates
