// Sorting of hashes: sets and bags of features are sorted lists.
//
// Hashes are evenly distributed, so each lies near the position that its highest bits give.
// They are first distributed by these bits into one to two buckets a hash, and little is
// left to sort.
//
// Cost: time O(n) for evenly distributed hashes, O(n log n) for any; 2 n words of memory,
// kept between calls.
#pragma once

#include <cstdint>
#include <vector>

namespace pagekin::features {

// Both functions leave a vector without spare capacity.
void sort_hashes(std::vector<std::uint64_t>& hashes);

// Sorts, and removes repetitions.
void make_set(std::vector<std::uint64_t>& hashes);

}  // namespace pagekin::features
