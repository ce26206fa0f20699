#include "pagekin/templates/separation.h"

#include <algorithm>
#include <cmath>

namespace pagekin::templates {
namespace {

constexpr float kSmall = 2;          // pages at which the evidence of a group counts half
constexpr float kSmallShare = 0.1F;  // exponent of the group's share of all pages
constexpr float kAnyDifference = 0.05F;
constexpr float kForgiven = 0.3F;  // share of the larger side that counts

// Weight of an imaginary word that half of the addresses of both groups have.
constexpr float kNoOpinion = 1;
constexpr float kSameContext = 0.25F;
constexpr float kOtherContext = 8;

// 1 if the addresses say nothing, less if they agree, more if they differ.
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
  const SubstitutionSums sums =
      substitution_sums(groups.shares(a), groups.shares(b), groups.telling(), groups.block_end());
  const float shared = sums.common + 1e-9F;
  const float evidence = std::min(sums.own_a, sums.own_b);
  const float difference =
      std::min(sums.more_a, sums.more_b) + kForgiven * std::max(sums.more_a, sums.more_b);
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
