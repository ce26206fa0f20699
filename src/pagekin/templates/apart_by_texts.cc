#include "pagekin/templates/apart_by_texts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pagekin/core/stop.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/rounded.h"

namespace pagekin::templates {
namespace {

constexpr float kOwnShare = 0.5F;   // more of the pages of one than of the other
constexpr float kOverruled = 0.5F;  // share of the votes that separate

bool is_of_texts(const Block& block) {
  return std::ranges::all_of(block.marks, [](std::uint64_t mark) {
    return features::kind_of(mark) == features::MarkKind::kText;
  });
}

// By template and block, the share of the pages that have the block.
class TemplateShares {
 public:
  TemplateShares(const BlockShapes& shapes, const VoterGroups& groups,
                 std::span<const std::uint32_t> template_of)
      : blocks_(shapes.blocks),
        shares_(*std::ranges::max_element(template_of) + std::size_t{1},
                std::vector<float>(shapes.blocks.size())) {
    std::vector<float> pages(shares_.size());
    for (std::size_t group = 0; group < template_of.size(); ++group) {
      pages[template_of[group]] += groups.pages(group);
      std::vector<float>& own = shares_[template_of[group]];
      for (std::size_t block = 0; block < own.size(); ++block) {
        own[block] += groups.counts(group)[block];
      }
    }
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      for (float& share : shares_[i]) share /= pages[i];
    }
    for (const Block& block : blocks_) is_text_.push_back(is_of_texts(block));
  }

  std::size_t size() const { return shares_.size(); }

  bool are_apart_by_texts(std::size_t a, std::size_t b) const {
    std::vector<std::uint64_t> places_a;
    std::vector<std::uint64_t> places_b;
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      const float more = shares_[a][block] - shares_[b][block];
      if (std::abs(more) < kOwnShare) continue;
      if (!is_text_[block]) return false;
      for (const std::uint64_t mark : blocks_[block].marks) {
        (more > 0 ? places_a : places_b).push_back(mark >> 32);
      }
    }
    std::ranges::sort(places_a);
    return std::ranges::any_of(
        places_b, [&](std::uint64_t place) { return std::ranges::binary_search(places_a, place); });
  }

 private:
  const std::vector<Block>& blocks_;
  std::vector<std::vector<float>> shares_;
  std::vector<bool> is_text_;  // by block
};

}  // namespace

bool join_apart_by_texts(const BlockShapes& shapes, const VoterGroups& groups,
                         std::span<const std::uint32_t> template_of, SimilarityMatrix& shares) {
  const TemplateShares templates(shapes, groups, template_of);
  SimilarityMatrix apart(templates.size());
  bool has_any = false;
  for (std::size_t a = 0; a < templates.size(); ++a) {
    check_stop();
    for (std::size_t b = 0; b < a; ++b) {
      const bool is_by_texts = templates.are_apart_by_texts(a, b);
      apart.row(a)[b] = is_by_texts ? 1.0F : 0.0F;
      has_any |= is_by_texts;
    }
  }
  if (!has_any) return false;
  for (std::size_t i = 0; i < template_of.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t a = std::max(template_of[i], template_of[j]);
      const std::uint32_t b = std::min(template_of[i], template_of[j]);
      if (a == b || apart(a, b) == 0) continue;
      float& share = shares.row(i)[j];
      share = rounded(share + kOverruled * (1 - share));
    }
  }
  return true;
}

}  // namespace pagekin::templates
