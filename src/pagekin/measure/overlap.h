// The number of values that two sets or bags have in common, and similarities by it.
//
// A value that one bag holds i times and the other j times is common min(i, j) times;
// in sets that is once. These similarities depend only on the two sizes and the number of
// common values c, and grow with c:
//
//   kJaccard           c / (|A| + |B| - c)
//   kDice              2 c / (|A| + |B|)
//   kShareOfLarger     c / max(|A|, |B|)
//   kBinaryCosine      c / sqrt(|A| |B|)
//
// Two empty sides are 1, one empty side is 0. Each is 1 for equal sets and for no others.
//
// Cost: time O(|A| + |B|), or O(s log(l / s)) for a small s and a large l; no allocation.
// With a cutoff the sizes alone decide most dissimilar pairs, and counting ends as soon as
// the values left are too few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pagekin::measure {

using SortedHashes = std::span<const std::uint64_t>;

enum class Overlap : std::uint8_t { kJaccard, kDice, kShareOfLarger, kBinaryCosine };

// The similarity of two non-empty sets as a function of the number of their common values.
// It grows with that number and, for the same number, falls as a set grows.
class OverlapScore {
 public:
  OverlapScore(Overlap overlap, std::size_t size_a, std::size_t size_b);

  double operator()(std::size_t common) const {
    const auto c = static_cast<double>(common);
    return factor_ * c / (whole_ - counted_twice_ * c);
  }

 private:
  double factor_ = 1;
  double whole_ = 0;
  double counted_twice_ = 0;  // 1 if the whole holds the common values twice
};

// Returns the number of common values; if it is below `least`, any number below `least`.
std::size_t common_count(SortedHashes a, SortedHashes b, std::size_t least = 0);

// Returns the similarity, in [0, 1]; if it is below `at_least`, any value below `at_least`.
// Symmetric to the last bit.
double similarity(Overlap overlap, SortedHashes a, SortedHashes b, double at_least);

inline double jaccard(SortedHashes a, SortedHashes b, double at_least) {
  return similarity(Overlap::kJaccard, a, b, at_least);
}

}  // namespace pagekin::measure
