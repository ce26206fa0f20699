// Groups of shapes, each with how many of its pages have a block, and how many have a word
// in their context: what a template is made of as long as it is being looked for.
//
// Rows hold the blocks, then the words, both padded to whole lanes, so that loops need no
// rest.
// Memory: 16 bytes for a group and a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/block_shapes.h"
#include "pagekin/templates/context_words.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {

constexpr std::uint32_t kNoGroup = UINT32_MAX;

class Groups {
 public:
  // group_of: by shape, its group below `groups`, or kNoGroup.
  Groups(const BlockShapes& shapes, std::span<const std::uint32_t> group_of, std::size_t groups,
         const ContextWords& context = {});

  std::size_t size() const { return pages_.size(); }
  std::size_t block_end() const { return block_end_; }  // in a row, with padding
  std::size_t row_size() const { return row_size_; }    // the words begin at block_end()

  float pages(std::size_t group) const { return pages_[group]; }
  float all_pages() const { return all_pages_; }

  // By block: pages of the group that have it.
  const float* counts(std::size_t group) const { return counts_.data() + group * row_size_; }
  // By block: the share of its pages that have it; as much as it may be, and as little, when
  // a page may be there by mistake and few pages prove little.
  const float* share(std::size_t group) const { return share_.data() + group * row_size_; }
  const float* most(std::size_t group) const { return most_.data() + group * row_size_; }
  const float* least(std::size_t group) const { return least_.data() + group * row_size_; }
  ShareRow shares(std::size_t group) const {
    return {.share = share(group), .most = most(group), .least = least(group)};
  }

  // By block, padded with zeros.
  const float* weights() const { return weights_.data(); }
  const float* telling() const { return telling_.data(); }
  // By word, from block_end() on.
  const float* bits() const { return bits_.data(); }

  // The pages of `from` go over to `into`; `from` is empty then.
  void merge(std::size_t into, std::size_t from);

 private:
  void measure(std::size_t group);

  std::size_t block_end_;
  std::size_t row_size_;
  float all_pages_ = 0;
  std::vector<float> pages_;
  std::vector<float> counts_;
  std::vector<float> share_;
  std::vector<float> most_;
  std::vector<float> least_;
  std::vector<float> weights_;
  std::vector<float> telling_;
  std::vector<float> bits_;
};

}  // namespace pagekin::templates
