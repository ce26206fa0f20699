// The entropy of the first and the last parts of fingerprints, for each position of the
// split.
//
// For a split after l entries, the entropy of the first parts is
//
//     - sum over distinct first parts of (c / n) log2 (c / n),
//
// where c is the number of fingerprints with that part and n that of all; likewise for the
// last parts. A fingerprint of l entries or fewer is its own first part, and its last part
// is empty. As l grows, the first entropy never falls and the second never rises; where
// they are equal, both tables of an index are equally selective.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 3.4, Figure 2.
// Cost: time O(n log n + n * length), memory O(n) besides the fingerprints.
#pragma once

#include <span>
#include <vector>

#include "pagekin/features/fingerprint.h"

namespace pagekin::sketch {

using features::Fingerprint;

struct SplitEntropy {
  double first = 0;  // in bits
  double last = 0;
};

// Returns the entropies; element l - 1 is for a split after l entries, l = 1 to length - 1.
std::vector<SplitEntropy> split_entropies(std::span<const Fingerprint> fingerprints, int length);

// Returns the smallest l at which the first parts have at least the entropy of the last
// parts; the largest l if there is none, 1 if `entropies` is empty.
int break_even_split(std::span<const SplitEntropy> entropies);

}  // namespace pagekin::sketch
