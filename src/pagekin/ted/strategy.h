// A strategy: the path along which each pair of subtrees is compared, so that the total cost is
// least.
//
// To compare subtrees v and w along a path in v costs the cells of the path (see plan.h) and the
// cost of comparing each subtree that hangs off the path with w. The sum over what hangs off a
// path is computed from the child that the path goes on to, so pairs are visited from small to
// large:
//
//     cost(v, w) = min over kinds of paths p in v of  cells(p, w) + hanging(p, w)
//                                         and of that with v and w exchanged
//     hanging(p, w) = hanging(p from child c on, w) + sum over other children of cost(., w)
//
// With inner paths to the heaviest child this is the strategy of RTED; with any inner path it is
// that of APTED. A subtree that occurs several times is compared once, so each of its
// occurrences as a child of a different subtree gets only a share of the cost. Without repeated
// subtrees the strategy is optimal; with them it is a heuristic.
//
// Source: Pawlik, Augsten: RTED: A Robust Algorithm for the Tree Edit Distance, PVLDB 5,
// 2011; Pawlik, Augsten: Tree edit distance: Robust and memory-efficient, Information
// Systems 56, 2016.
// Cost: time O(shapes of a * edges between shapes of b + shapes of b * edges between shapes of
// a); memory 4 bytes a pair of shapes, and 36 bytes for each pair of a subtree of the first tree
// until all its parents are done.
// Limits: trees of up to 2^29 elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/ted/plan.h"

namespace pagekin::ted {

class EditStrategy {
 public:
  EditStrategy(const SidedPair& pair, InnerPaths inner);

  PathChoice choice(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t packed = choices_[a * stride_ + b];
    return {static_cast<PathKind>(packed & 3), (packed & 4) != 0, packed >> 3};
  }

  // The peak of memory.
  std::uint64_t bytes() const { return bytes_; }

 private:
  static std::uint32_t pack(PathChoice choice) {
    return choice.leaf << 3 | (choice.in_second ? 4U : 0U) |
           static_cast<std::uint32_t>(choice.kind);
  }

  std::vector<std::uint32_t> choices_;  // packed
  std::size_t stride_;
  std::uint64_t bytes_ = 0;
};

}  // namespace pagekin::ted
