// Tree edit distance up to a bound, in time that depends on the bound.
//
// Forests are turned into each other from left to right, in postorder, as in the textbook
// table of forest distances; a pair of elements that is kept needs the distance of what is
// below them, which is a table of its own. Tables are begun when their distance is needed,
// with what may be spent on it, and hold only what can still end within that:
//
// - Peeling. Equal first trees of two forests are dropped, likewise equal last ones; two
//   single trees with the same tag give way to their children. Exact: take a cheapest
//   mapping of T F to T' G with T = T', and keep of it what maps F to G. An element of F
//   that had its partner in T' now must be removed. Its partner stands in T too and has
//   there, maybe, a partner in T', and so on; no such chain ends in G, since T is left of
//   F and T' left of G, so each ends at another element of T that was removed and now is
//   not charged. Likewise for elements of G. For roots: if neither is kept, keeping both
//   is cheaper; if one has its partner below the other, that other is charged already.
// - Depth. A row below some ancestors is of use only if all of these are removed, since
//   an ancestor that is kept is passed in one step with all below it. So a subtree is
//   entered only where its root can be removed within budget; the same for columns.
// - Rests. A cell counts only if its distance, the ancestors to be removed and inserted,
//   and the string edit distance of what lies to the right of both, are within budget.
// - Strings. A table is begun only if the string edit distances of both orders allow it.
// - Budgets. A pair may cost what the cell has left, and less than the other ways into it.
// - Shapes. What is known of a pair, its distance or that it is larger than some number,
//   is kept by shapes. A larger budget for it is at least twice the last one.
//
// Sources: Zhang, Shasha: Simple fast algorithms for the editing distance between trees
// and related problems, SIAM Journal on Computing 18, 1989 (the table); the idea of rows
// that depth excludes is that of Touzet: Comparing similar ordered trees in linear-time,
// Journal of Discrete Algorithms 5, 2007. Tables on demand, peeling inside of them and
// string distances as rests are ours.
// Cost: for pages of one template about the number of elements times the square of what
// the bound leaves above the string edit distance; at worst that of the table for every
// pair of shapes. Memory: tables only from the root to a pair, in each two rows a level
// and the band of rests (none where all were more than 2^24 cells), and some 30 bytes for
// each pair of shapes that was asked for.
// Limits: sums of costs must stay below 2^60; none on depth, there is no recursion.
#pragma once

#include <memory>
#include <optional>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// The distance, or any larger number than `at_most` where it is larger than that; the
// smaller `at_most`, the cheaper. Both trees come from one Subtrees; either may be empty.
EditCost bounded_distance(const EditTree& a, const EditTree& b, const EditCosts& costs,
                          EditCost at_most, EditWork* work = nullptr);

// The same for one pair and several bounds, best ascending: each profits from those
// before it. The trees must stay.
class BoundedDistance {
 public:
  BoundedDistance(const EditTree& a, const EditTree& b, const EditCosts& costs);
  ~BoundedDistance();
  BoundedDistance(const BoundedDistance&) = delete;
  BoundedDistance& operator=(const BoundedDistance&) = delete;

  // Nothing where all calls together would take more than `most`. Another call may follow.
  std::optional<EditCost> operator()(EditCost at_most, const EditWork& most);

  // Of all calls. Cells of rests count an eighth.
  EditWork work() const;

 private:
  class Search;
  template <class Cell>
  class SearchWith;

  EditCost worst_;
  std::unique_ptr<Search> search_;  // none where one tree is empty or both are equal
};

}  // namespace pagekin::ted
