#include "pagekin/templates/description_length.h"

#include <cmath>

#include "pagekin/templates/n_log_n.h"

namespace pagekin::templates {
namespace {

// Times log2(pages + 1): bits to describe one block of a group.
constexpr double kBitsOfBlock = 2.5;

// Returns the bits that describe the blocks of `pages` pages. count(i) of them have block
// i.
template <class Count>
double cost(const Groups& groups, double pages, const Count& count) {
  const double described = kBitsOfBlock * std::log2(pages + 1);
  const double all = n_log_n(pages);
  double sum = 0;
  for (std::size_t i = 0; i < groups.row_size(); ++i) {
    const double n = count(i);
    if (n == 0) continue;
    sum += groups.weights()[i] * (all - n_log_n(n) - n_log_n(pages - n) + described);
  }
  return sum + pages * std::log2(groups.all_pages()) - all;
}

}  // namespace

double cost_of_joining(const Groups& groups, std::size_t a, std::size_t b) {
  const float* const in_a = groups.counts(a);
  const float* const in_b = groups.counts(b);
  return cost(groups, groups.pages(a) + groups.pages(b),
              [&](std::size_t i) { return in_a[i] + in_b[i]; }) -
         cost(groups, groups.pages(a), [&](std::size_t i) { return in_a[i]; }) -
         cost(groups, groups.pages(b), [&](std::size_t i) { return in_b[i]; });
}

}  // namespace pagekin::templates
