// Groups of shapes, the candidates for templates. A group holds for each block the number
// of its pages that have the block. Rows are padded to whole lanes, so that vector loops have
// no remainder.
// Memory: 16 bytes for each group and block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {

constexpr std::uint32_t kNoGroup = UINT32_MAX;
constexpr float kDoubt = 0.1F;      // added to the pages with a block and to those without it
constexpr float kMistakenFrom = 4;  // a group this large may contain one misplaced page

class Groups {
 public:
  // `group_of`: by shape, its group (below `groups`) or kNoGroup.
  Groups(const BlockShapes& shapes, std::span<const std::uint32_t> group_of, std::size_t groups);

  std::size_t size() const { return pages_.size(); }
  std::size_t row_size() const { return row_size_; }  // blocks, with padding

  float pages(std::size_t group) const { return pages_[group]; }
  float all_pages() const { return all_pages_; }

  // By block: the number of pages of the group that have it.
  const float* counts(std::size_t group) const { return counts_.data() + group * row_size_; }
  // By block: the share of the group's pages that have it; then an upper and a lower
  // estimate of that share, which allow for one page in the wrong group and for small
  // numbers.
  const float* share(std::size_t group) const { return share_.data() + group * row_size_; }
  const float* most(std::size_t group) const { return most_.data() + group * row_size_; }
  const float* least(std::size_t group) const { return least_.data() + group * row_size_; }
  ShareRow shares(std::size_t group) const {
    return {.share = share(group), .most = most(group), .least = least(group)};
  }

  // By block, padded with zeros.
  const float* weights() const { return weights_.data(); }
  const float* telling() const { return telling_.data(); }

  // Moves the pages of `from` to `into`, and leaves `from` empty.
  void merge(std::size_t into, std::size_t from);

 private:
  void measure(std::size_t group);

  std::size_t row_size_;
  float all_pages_ = 0;
  std::vector<float> pages_;
  std::vector<float> counts_;
  std::vector<float> share_;
  std::vector<float> most_;
  std::vector<float> least_;
  std::vector<float> weights_;
  std::vector<float> telling_;
};

}  // namespace pagekin::templates
