// A plan: the steps in which two trees are compared.
//
// A step is a pair of subtrees and a path from the root of one of them to a leaf. It finds the
// distance of every subtree on the path to every subtree of the other tree. The subtrees that
// hang off the path must have been compared with the other tree before. The path decides which
// forests of the other tree the step needs:
//
//   down the left or right side   those of the paths of the other tree down this side
//   anywhere                      all forests, some n * n / 2
//
// Equal subtrees are compared once: steps compare shapes, and the distances of a subtree that
// hangs off the path are known if it is equal to one on the path.
//
// Cost: to make a plan down one side takes O(n log n); any other plan takes O(steps * n) and a
// bit of memory for each pair of shapes.
#pragma once

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
  std::uint32_t leaf = 0;  // of an inner path, counted from the first position of the subtree
};

struct EditStep {
  std::uint32_t a;  // shapes
  std::uint32_t b;
  PathChoice path;
};

// Two non-empty trees, seen from both sides.
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

// The number of cells that a step computes. To make cells proportional to time, as measured,
// the start of a step and of each row count as cells, too, and a cell of an inner path, whose
// rows are cut into pieces, counts three times. `rows` is the number of elements of the tree
// with the path; `columns` is SidedTree::columns of the other tree, `other` its elements.
constexpr std::uint64_t kCellsOfAStep = 500;
constexpr std::uint64_t kCellsOfARow = 24;
constexpr std::uint64_t side_path_cells(std::uint64_t rows, std::uint64_t columns) {
  return kCellsOfAStep + (rows + 3) * (columns + kCellsOfARow);
}
constexpr std::uint64_t inner_path_cells(std::uint64_t rows, std::uint64_t other) {
  return kCellsOfAStep + (rows + 3) * other * (3 * (other + 1) / 2 + kCellsOfARow);
}
std::uint64_t step_cells(const SidedPair& pair, const EditStep& step);

// A path in a shape: the positions (from the left) from the root to the leaf, and the different
// shapes that hang off the path but do not occur on it.
struct PathParts {
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> hanging;
};

// Finds paths in one tree.
class PathFinder {
 public:
  explicit PathFinder(const EditTree& tree) : tree_(tree), seen_(tree.shape_count(), 0) {}

  // Valid until the next call.
  const PathParts& find(std::uint32_t shape, PathChoice choice);

 private:
  const EditTree& tree_;
  std::vector<std::uint32_t> seen_;  // by shape: the last call that saw it
  std::uint32_t call_ = 0;
  PathParts parts_;
};

// Makes the plan with the paths that `choose` returns. For a pair of shapes it must always
// return the same path.
EditPlan plan_by(const SidedPair& pair,
                 const std::function<PathChoice(std::uint32_t a, std::uint32_t b)>& choose);

// Makes the best plan with all paths down the same side of the same tree.
EditPlan side_plan(const SidedPair& pair);

// Heavy: a path goes to the largest child each time. Any: the best path for the pair.
enum class InnerPaths { kHeavy, kAny };

// Makes the plan with the best path for each pair of subtrees. Sets `bytes`, if it is not null,
// to the memory that this took. Time and memory O(shapes of a * shapes of b). Returns
// side_plan() if that is cheaper than to look for a better one, or if there are more than 2^25
// pairs of shapes (some 200 MB).
EditPlan best_plan(const SidedPair& pair, InnerPaths inner, std::uint64_t* bytes = nullptr);

}  // namespace pagekin::ted
