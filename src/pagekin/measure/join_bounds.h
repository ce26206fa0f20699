// What two similar pages must have in common, by a measure and for one threshold. With these
// bounds, pages that may be similar find each other although no machine has all pages.
#pragma once

#include <cstdint>
#include <optional>

#include "pagekin/features/features.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {

// Sets or bags of similar pages have at least this similarity.
struct SetBound {
  Overlap overlap = Overlap::kJaccard;
  double at_least = 0;  // above 0
};

// Returns the first number from `low` on for which `is_enough` holds, as for all above it; `high`
// if it holds for none below.
template <class IsEnough>
std::uint32_t first_enough(std::uint32_t low, std::uint32_t high, const IsEnough& is_enough) {
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (is_enough(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// For prepared pages. Several threads may use it.
class JoinBounds {
 public:
  virtual ~JoinBounds() = default;

  // Nothing if similar pages need not share a value.
  virtual std::optional<SetBound> set_bound() const = 0;
  // The set or bag of a page, if there is a bound. It is valid as long as the page is.
  virtual SortedHashes set_of(const features::Features& page) const = 0;

  // A size of a page, and the smallest size of pages that are not larger and may be similar to a
  // page of this size. The second grows with the first.
  virtual std::uint32_t weight(const features::Features& page) const = 0;
  virtual std::uint32_t lightest(std::uint32_t weight) const = 0;
};

}  // namespace pagekin::measure
