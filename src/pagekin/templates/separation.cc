#include "pagekin/templates/separation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pagekin::templates {
namespace {

constexpr float kSmall = 2;          // pages at which a group's evidence counts half
constexpr float kSmallShare = 0.1F;  // exponent of a group's share of all pages
constexpr float kAnyDifference = 0.05F;
constexpr float kForgiven = 0.3F;  // of the larger side of any difference

constexpr float kNoOpinion = 1;  // bits of a word that is in half of the addresses of both
constexpr float kSameContext = 0.25F;
constexpr float kOtherContext = 8;

using Sums = std::array<float, kLanes>;

// Near 1 only where all have it on one side and none on the other.
float exclusive(float share, float other_share) {
  const float x = share - std::min(share, other_share);
  const float x2 = x * x;
  const float x4 = x2 * x2;
  return x4 * x4 * x4;
}

float total(const Sums& sums) {
  float sum = 0;
  for (const float lane : sums) sum += lane;
  return sum;
}

// 1 where the addresses say nothing, less where they agree, more where they differ.
double context_factor(const Groups& groups, std::size_t a, std::size_t b) {
  float common = kNoOpinion / 2;
  float all = kNoOpinion;
  for (std::size_t i = groups.block_end(); i < groups.row_size(); ++i) {
    common += groups.bits()[i] * std::min(groups.share(a)[i], groups.share(b)[i]);
    all += groups.bits()[i] * std::max(groups.share(a)[i], groups.share(b)[i]);
  }
  const float agreement = 2 * common / all - 1;
  return agreement > 0 ? 1 - (1 - kSameContext) * agreement : 1 - (kOtherContext - 1) * agreement;
}

}  // namespace

double separation(const Groups& groups, std::size_t a, std::size_t b) {
  const float* const weights = groups.telling();
  const float* const share_a = groups.share(a);
  const float* const share_b = groups.share(b);
  const float* const most_a = groups.most(a);
  const float* const most_b = groups.most(b);
  const float* const least_a = groups.least(a);
  const float* const least_b = groups.least(b);
  Sums own_a{};
  Sums own_b{};
  Sums common{};
  Sums more_a{};
  Sums more_b{};
  for (std::size_t i = 0; i < groups.block_end(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t at = i + lane;
      const float weight = weights[at];
      const float both = std::min(share_a[at], share_b[at]);
      own_a[lane] += weight * exclusive(most_a[at], least_b[at]);
      own_b[lane] += weight * exclusive(most_b[at], least_a[at]);
      common[lane] += weight * both;
      more_a[lane] += weight * (share_a[at] - both);
      more_b[lane] += weight * (share_b[at] - both);
    }
  }
  const float shared = total(common) + 1e-9F;
  const float evidence = std::min(total(own_a), total(own_b));
  const float difference =
      std::min(total(more_a), total(more_b)) + kForgiven * std::max(total(more_a), total(more_b));
  const float smaller = std::min(groups.pages(a), groups.pages(b));
  const float trust =
      smaller / (smaller + kSmall) * std::pow(2 * smaller / groups.all_pages(), kSmallShare);
  return trust * evidence / (evidence + shared) +
         kAnyDifference * difference / (difference + shared);
}

double separation_in_context(const Groups& groups, std::size_t a, std::size_t b) {
  return context_factor(groups, a, b) * separation(groups, a, b);
}

}  // namespace pagekin::templates
