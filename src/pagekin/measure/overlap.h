// How much two sets or bags have in common, and the similarities made of it.
//
// A value that one bag holds i times and the other j times is common min(i, j) times;
// in sets that is once. All measures of sets here depend on the two sizes and the
// number of common values c alone, and grow with c:
//
//   jaccard            c / (|A| + |B| - c)
//   dice               2 c / (|A| + |B|)
//   share_of_larger    c / max(|A|, |B|)
//   binary_cosine      c / sqrt(|A| |B|)
//
// Two empty sides are 1, one empty side is 0. All are 1 for equal sets and no others.
//
// Cost: time O(|A| + |B|), or O(s log(l / s)) for a small s and a large l; no
// allocation. With a cutoff the sizes alone decide most unlike pairs, and counting
// ends as soon as too few common values can still come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pagekin::measure {

using SortedHashes = std::span<const std::uint64_t>;

enum class Overlap : std::uint8_t { kJaccard, kDice, kShareOfLarger, kBinaryCosine };

// The similarity of two sets, neither of them empty, as a function of the number of their
// common values, with which it grows. For the same number it falls as a set grows.
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
  double counted_twice_ = 0;  // 1 where the whole holds the common values twice
};

// The number of common values, or any number below `least` where it is below that.
std::size_t common_count(SortedHashes a, SortedHashes b, std::size_t least = 0);

// In [0, 1], symmetric bit for bit. Where the similarity is below `at_least`, any value
// below that.
double similarity(Overlap overlap, SortedHashes a, SortedHashes b, double at_least);

inline double jaccard(SortedHashes a, SortedHashes b, double at_least) {
  return similarity(Overlap::kJaccard, a, b, at_least);
}
inline double dice(SortedHashes a, SortedHashes b, double at_least) {
  return similarity(Overlap::kDice, a, b, at_least);
}
inline double share_of_larger(SortedHashes a, SortedHashes b, double at_least) {
  return similarity(Overlap::kShareOfLarger, a, b, at_least);
}
inline double binary_cosine(SortedHashes a, SortedHashes b, double at_least) {
  return similarity(Overlap::kBinaryCosine, a, b, at_least);
}

}  // namespace pagekin::measure
