// The costs of the operations of tree edit distance.
//
// Costs are whole numbers. Sums of them are exact, so every algorithm gives the same distance.
// Costs that users give as fractions are scaled, see scaled().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pagekin::ted {

using EditCost = std::uint64_t;

struct EditCosts {
  EditCost insert = 1;  // an element of the second tree
  EditCost remove = 1;  // an element of the first
  EditCost rename = 1;  // give an element another tag; the same tag costs nothing

  EditCost largest() const { return std::max({insert, remove, rename}); }
  bool symmetric() const { return insert == remove; }

  // Multiplies all by the smallest power of two, up to 2^30, that makes them whole, then
  // rounds. Ratios of distances stay. Costs that are all equal become 1. Each must be in
  // [0.001, 1000].
  static EditCosts scaled(double insert, double remove, double rename) {
    if (insert == remove && remove == rename) return {};
    double scale = 1;
    const auto whole = [&](double cost) { return std::floor(cost * scale) == cost * scale; };
    while (scale < 0x1p30 && !(whole(insert) && whole(remove) && whole(rename))) scale *= 2;
    const auto of = [&](double cost) {
      return std::max<EditCost>(1, static_cast<EditCost>(std::llround(cost * scale)));
    };
    return {of(insert), of(remove), of(rename)};
  }

  friend bool operator==(const EditCosts&, const EditCosts&) = default;
};

// The work of an algorithm, for limits and for comparing algorithms.
struct EditWork {
  std::uint64_t cells = 0;  // of the tables of forest distances
  std::uint64_t bytes = 0;  // the peak of memory, without the trees
};

}  // namespace pagekin::ted
