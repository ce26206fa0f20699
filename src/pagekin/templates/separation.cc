#include "pagekin/templates/separation.h"

#include <algorithm>
#include <cmath>

namespace pagekin::templates {
namespace {

constexpr float kSmall = 2;          // pages at which the evidence of a group counts half
constexpr float kSmallShare = 0.1F;  // exponent of the group's share of all pages
constexpr float kAnyDifference = 0.05F;
constexpr float kForgivenSide = 0.3F;  // share of the larger side that counts

}  // namespace

double separation(const Groups& groups, std::size_t a, std::size_t b) {
  const SubstitutionSums sums =
      substitution_sums(groups.shares(a), groups.shares(b), groups.telling(), groups.row_size());
  const float shared = sums.common + 1e-9F;
  const float evidence = std::min(sums.own_a, sums.own_b);
  const float difference =
      std::min(sums.more_a, sums.more_b) + kForgivenSide * std::max(sums.more_a, sums.more_b);
  const float smaller = std::min(groups.pages(a), groups.pages(b));
  const float trust =
      smaller / (smaller + kSmall) * std::pow(2 * smaller / groups.all_pages(), kSmallShare);
  return trust * evidence / (evidence + shared) +
         kAnyDifference * difference / (difference + shared);
}

}  // namespace pagekin::templates
