// MinHash: short signatures of sets. The share of equal entries estimates the Jaccard
// similarity.
//
// Every value is hashed once. Some bits select an entry of the signature, the others are
// the rank of the value there; the smallest rank becomes the entry. An entry without a
// value borrows that of another entry, which is searched in a fixed order that is the same
// for all sets. An entry of two signatures is then equal with probability |A n B| / |A u
// B|. A bag is treated as a set of pairs (value, number of earlier occurrences).
//
// To find similar sets without comparing all, entries are grouped into bands: sets that
// agree in all entries of a band become candidates.
//
// Source: Broder: On the Resemblance and Containment of Documents, 1997; Li, Owen, Zhang:
// One Permutation Hashing, NIPS 2012; Shrivastava: Optimal Densification for Fast and
// Accurate Minwise Hashing, ICML 2017 (entries without a value).
// Cost: time O(n + k) for n values and k entries, O(k^2 / n) if n is far below k.
// Limits: the entries of a set of few values depend on each other, so bands miss slightly
// more of these. Signatures are the same on every machine, so an attacker can make sets
// that agree; pairs found by them must be compared in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pagekin::sketch {

// Fills the signature, which has at least one entry. `bag` is sorted. An empty bag gives
// zeros.
void minhash(std::span<const std::uint64_t> bag, std::span<std::uint32_t> signature);

struct Bands {
  std::size_t count = 0;
  std::size_t width = 0;  // entries of a band
  friend bool operator==(const Bands&, const Bands&) = default;

  // Returns the probability that two sets of this Jaccard similarity agree in a band.
  double found(double jaccard) const;
};

// Returns the widest bands in which sets of this similarity agree with at least that
// probability; wider bands give fewer other candidates. Empty if not even single entries
// suffice.
std::optional<Bands> choose_bands(std::size_t entries, double jaccard, double probability);

}  // namespace pagekin::sketch
