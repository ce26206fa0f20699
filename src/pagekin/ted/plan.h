// In which steps two trees are compared.
//
// A step is a pair of subtrees and a path from the root of one of them to a leaf. It
// finds the distance of every subtree on the path to every subtree of the other tree,
// provided that the subtrees that hang off the path have been compared with the other
// tree before. What the path is decides how many forests of the other tree it takes:
//
//   down the left or right side   those of the other tree's own such paths
//   anywhere                      all of them, some n * n / 2
//
// Equal subtrees are compared once: steps are about shapes, and a subtree that hangs off
// the path is known if it equals one on the path.
//
// Cost: a plan down one side takes O(n log n) to make, any other O(steps * n) and a bit for
// each pair of shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/sided_tree.h"

namespace pagekin::ted {

enum class PathKind : std::uint8_t { kLeft, kRight, kInner };

struct PathChoice {
  PathKind kind = PathKind::kLeft;
  bool in_second = false;  // the path is in the second tree
  std::uint32_t leaf = 0;  // where an inner path ends: from the subtree's first position
};

struct EditStep {
  std::uint32_t a;  // shapes
  std::uint32_t b;
  PathChoice path;
};

// A pair of trees, neither empty, from all sides.
struct SidedPair {
  SidedPair(const EditTree& first, const EditTree& second);

  const EditTree& of(bool second) const { return second ? b : a; }
  const SidedTree& left(bool second) const { return second ? b_left : a_left; }
  const SidedTree& right(bool second) const { return second ? b_right : a_right; }
  const SidedTree& side(PathKind kind, bool second) const {
    return kind == PathKind::kRight ? right(second) : left(second);
  }

  const EditTree& a;
  const EditTree& b;
  SidedTree a_left;
  SidedTree a_right;
  SidedTree b_left;
  SidedTree b_right;
};

struct EditPlan {
  std::vector<EditStep> steps;  // the last one is that of the whole trees
  std::uint64_t cells = 0;      // of all steps
};

// Cells that a step computes; what it takes to begin a step and each of its rows counts as
// cells, too, and one of an inner path, whose rows are cut into pieces, as three (all as
// measured, so that cells are in proportion to time). With `rows` elements of the tree that
// the path is in, and SidedTree::columns or elements of the other.
constexpr std::uint64_t kCellsOfAStep = 500;
constexpr std::uint64_t kCellsOfARow = 24;
constexpr std::uint64_t side_path_cells(std::uint64_t rows, std::uint64_t columns) {
  return kCellsOfAStep + (rows + 3) * (columns + kCellsOfARow);
}
constexpr std::uint64_t inner_path_cells(std::uint64_t rows, std::uint64_t other) {
  return kCellsOfAStep + (rows + 3) * other * (3 * (other + 1) / 2 + kCellsOfARow);
}
std::uint64_t step_cells(const SidedPair& pair, const EditStep& step);

// The path of a choice, of one shape: positions (from the left) from the root to the leaf,
// and the different shapes that hang off it but do not occur on it.
struct PathParts {
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> hanging;
};

// Finds them; made for one tree.
class PathFinder {
 public:
  explicit PathFinder(const EditTree& tree) : tree_(tree), seen_(tree.shape_count(), 0) {}

  // Valid until the next call.
  const PathParts& find(std::uint32_t shape, PathChoice choice);

 private:
  const EditTree& tree_;
  std::vector<std::uint32_t> seen_;  // by shape: the call that met it last
  std::uint32_t call_ = 0;
  PathParts parts_;
};

// With whatever path `choose` names for a pair of shapes; the same each time it is asked.
EditPlan plan_by(const SidedPair& pair,
                 const std::function<PathChoice(std::uint32_t a, std::uint32_t b)>& choose);

// All paths down the same side of the same tree, whichever side and tree is best.
EditPlan side_plan(const SidedPair& pair);

// Heavy: to the largest subtree each time. Any: the best for the pair.
enum class InnerPaths { kHeavy, kAny };

// The best path for each pair of subtrees. `bytes`, where given, becomes the memory that
// finding it took. Time and memory O(shapes of a * shapes of b); it is side_plan() where
// that is cheaper than to look for a better one, or more than 2^25 pairs of shapes (some
// 200 MB) would have to be looked at.
EditPlan best_plan(const SidedPair& pair, InnerPaths inner, std::uint64_t* bytes = nullptr);

}  // namespace pagekin::ted
