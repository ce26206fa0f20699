// How much the first and the last part of fingerprints tell, over the place of the cut.
//
// For a cut behind l entries, the entropy of the first parts is
//
//     - sum over distinct first parts of (c / n) log2 (c / n),
//
// c the number of fingerprints with that part, n of all; likewise for the last
// parts. A fingerprint of l entries or fewer is its own first part, and its last part
// is empty. With growing l the first entropy never falls and the second never rises;
// where they break even, both tables of an index are equally selective.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 3.4, Figure 2.
// Cost: time O(n log n + n * length), memory O(n) beside the fingerprints.
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

// Element l - 1 is for a cut behind l entries, l = 1 to length - 1.
std::vector<SplitEntropy> split_entropies(std::span<const Fingerprint> fingerprints, int length);

// The smallest l at which the first parts tell as much as the last parts or more;
// the largest l there is when none does, 1 when `entropies` is empty.
int break_even_split(std::span<const SplitEntropy> entropies);

}  // namespace pagekin::sketch
