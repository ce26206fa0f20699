// Hashes in order: what sets and bags of features are kept as.
//
// Hashes are spread evenly, so each lies near the place that its highest bits name:
// they are dealt into one to two buckets a hash by them, which leaves little to sort.
//
// Cost: O(n) for hashes that are spread, O(n log n) for any; 2 n words beside, kept
// between calls.
#pragma once

#include <cstdint>
#include <vector>

namespace pagekin::features {

// Either leaves a vector that takes no more memory than its values.
void sort_hashes(std::vector<std::uint64_t>& hashes);

// Sorts and drops repetitions.
void make_set(std::vector<std::uint64_t>& hashes);

}  // namespace pagekin::features
