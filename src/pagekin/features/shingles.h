// The shingles of a sequence: its runs of k consecutive members.
//
//   sequence  a b c a b     k = 2:  {ab, bc, ca}
//
// A sequence shorter than k is one shingle; an empty one has none. A shingle is represented
// by the hash of its members' bytes.
//
// Source: Buttler: A Short Survey of Document Structure Similarity Algorithms, as described
// by Hachenberg, Gottron, CIKM 2013, section 2, and, with an example, by Bagban, Kulkarni:
// On Applying Document Similarity Measures for Template based Clustering of Web Documents,
// section 3.6 b.
// Cost: time O(n k), 8 bytes a member.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::features {

static_assert(std::endian::native == std::endian::little, "shingles are of little-endian numbers");

// Returns the hashes as a sorted set. `k` is at least 1; T is a number.
template <class T>
std::vector<std::uint64_t> shingles(std::span<const T> sequence, int k) {
  std::vector<std::uint64_t> set;
  if (sequence.empty()) return set;
  const std::size_t width = std::min(static_cast<std::size_t>(k), sequence.size());
  set.resize(sequence.size() - width + 1);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto* const bytes = reinterpret_cast<const char*>(sequence.data() + i);
    set[i] = hash_bytes({bytes, width * sizeof(T)});
  }
  make_set(set);
  return set;
}

}  // namespace pagekin::features
