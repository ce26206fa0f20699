// MinHash: short signatures of sets in which equal entries are as frequent as common values.
//
// Every value is hashed once. Some bits say which entry of the signature it belongs to, the
// others are its rank there, and the least rank becomes the entry. An entry without a value
// takes that of another, which is looked for in an order of its own, the same for all sets.
// An entry of two signatures is then equal with a probability of |A n B| / |A u B|.
// Bags are sets of (value, how often it has come before).
//
// To find similar sets without comparing all, entries are taken together in bands: sets
// that agree in all entries of a band meet.
//
// Source: Broder: On the Resemblance and Containment of Documents, 1997; Li, Owen, Zhang:
// One Permutation Hashing, NIPS 2012; Shrivastava: Optimal Densification for Fast and
// Accurate Minwise Hashing, ICML 2017 (entries without a value).
// Cost: O(n + k) for n values and k entries, O(k^2 / n) where n is far below k.
// Limits: the entries of a set of a few values depend on each other, so that bands miss a
// little more of these. Signatures are the same on every machine; whoever knows that can make
// sets that agree by design, so pairs found by them must be compared in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pagekin::sketch {

// Fills the signature, of at least one entry. `bag` is sorted. An empty one gives zeros.
void minhash(std::span<const std::uint64_t> bag, std::span<std::uint32_t> signature);

struct Bands {
  std::size_t count = 0;
  std::size_t width = 0;  // entries of a band
  friend bool operator==(const Bands&, const Bands&) = default;

  // How probable it is that two sets of this Jaccard similarity agree in a band.
  double found(double jaccard) const;
};

// The widest bands in which sets of this similarity meet with at least that probability;
// wider bands make fewer others meet. Nothing where even single entries do not suffice.
std::optional<Bands> choose_bands(std::size_t entries, double jaccard, double probability);

}  // namespace pagekin::sketch
