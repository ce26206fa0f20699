#include "pagekin/measure/overlap.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pagekin::measure {
namespace {

// From this ratio of sizes on, binary search for the few values is faster than merging.
constexpr std::size_t kFewAmongMany = 16;

// Steps between two checks whether the values left can still suffice.
constexpr std::size_t kSteps = 64;

// A merge of two sorted lists, step by step.
struct Merge {
  SortedHashes a, b;
  std::size_t in_a = 0, in_b = 0;  // positions in both lists
  std::size_t steps = 0;

  // Takes the smaller value, or both if they are equal. No branch depends on the values:
  // it could not be predicted.
  void step() {
    const std::uint64_t x = a[in_a];
    const std::uint64_t y = b[in_b];
    in_a += static_cast<std::size_t>(x <= y);
    in_b += static_cast<std::size_t>(y <= x);
  }
  // The number of steps that need no check for the end of a list; 0 at the end.
  std::size_t rest() const { return std::min(a.size() - in_a, b.size() - in_b); }
  // The number of steps that took two values.
  std::size_t common() const { return in_a + in_b - steps; }
};

// Each step of a merge waits for the one before. So two merges run side by side: one of the
// values below some value, one of the others.
std::size_t common_by_merging(SortedHashes a, SortedHashes b, std::size_t least) {
  const std::uint64_t middle = a[a.size() / 2];
  const auto below = [middle](SortedHashes all) {
    return static_cast<std::size_t>(std::ranges::lower_bound(all, middle) - all.begin());
  };
  Merge low{.a = a.first(below(a)), .b = b.first(below(b))};
  Merge high{.a = a.subspan(low.a.size()), .b = b.subspan(low.b.size())};

  while (low.common() + low.rest() + high.common() + high.rest() >= least) {
    const std::size_t steps = std::min({low.rest(), high.rest(), kSteps});
    if (steps == 0) break;
    for (std::size_t i = 0; i < steps; ++i) {
      low.step();
      high.step();
    }
    low.steps += steps;
    high.steps += steps;
  }
  Merge& longer = low.rest() > 0 ? low : high;
  while (low.common() + high.common() + longer.rest() >= least) {
    const std::size_t steps = std::min(longer.rest(), kSteps);
    if (steps == 0) break;
    for (std::size_t i = 0; i < steps; ++i) longer.step();
    longer.steps += steps;
  }
  return low.common() + high.common();
}

// Returns the first place from `begin` on whose value is not below `value`: exponential
// search, then binary search.
const std::uint64_t* gallop(const std::uint64_t* begin, const std::uint64_t* end,
                            std::uint64_t value) {
  std::ptrdiff_t stride = 1;
  while (end - begin > stride && begin[stride] < value) {
    begin += stride;
    stride *= 2;
  }
  return std::lower_bound(begin, begin + std::min(stride + 1, end - begin), value);
}

std::size_t common_by_lookup(SortedHashes few, SortedHashes many, std::size_t least) {
  const std::uint64_t* place = many.data();
  const std::uint64_t* const end = place + many.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < few.size() && count + (few.size() - i) >= least; ++i) {
    place = gallop(place, end, few[i]);
    if (place == end) break;
    if (*place != few[i]) continue;
    ++count;
    ++place;
  }
  return count;
}

}  // namespace

std::size_t common_count(SortedHashes a, SortedHashes b, std::size_t least) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < least || a.empty()) return a.size();
  return b.size() / kFewAmongMany >= a.size() ? common_by_lookup(a, b, least)
                                              : common_by_merging(a, b, least);
}

OverlapScore::OverlapScore(Overlap overlap, std::size_t size_a, std::size_t size_b) {
  const auto a = static_cast<double>(size_a);
  const auto b = static_cast<double>(size_b);
  switch (overlap) {
    case Overlap::kJaccard:
      whole_ = a + b;
      counted_twice_ = 1;
      break;
    case Overlap::kDice:
      factor_ = 2;
      whole_ = a + b;
      break;
    case Overlap::kShareOfLarger:
      whole_ = std::max(a, b);
      break;
    case Overlap::kBinaryCosine:
      whole_ = std::sqrt(a * b);
      break;
  }
}

double similarity(Overlap overlap, SortedHashes a, SortedHashes b, double at_least) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1 : 0;
  const OverlapScore score(overlap, a.size(), b.size());
  const std::size_t most = std::min(a.size(), b.size());
  const double best_case = score(most);
  if (best_case < at_least) return best_case;

  // The smallest sufficient number of common values, by binary search over the score itself,
  // so that rounding cannot change the result.
  std::size_t least = 0;
  if (at_least > 0) {
    std::size_t enough = most;
    while (least < enough) {
      const std::size_t middle = least + (enough - least) / 2;
      if (score(middle) < at_least) {
        least = middle + 1;
      } else {
        enough = middle;
      }
    }
  }
  return score(common_count(a, b, least));
}

}  // namespace pagekin::measure
