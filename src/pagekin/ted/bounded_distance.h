// Tree edit distance up to a bound, in time that depends on the bound.
//
// Forests are turned into each other from left to right, in postorder, as in the textbook
// table of forest distances. A pair of elements that is kept needs the distance of the forests
// below them, which has a table of its own. A table is begun when its distance is needed, with
// a budget, and holds only cells from which the budget can still be met:
//
// - Peeling. Equal first trees of two forests are dropped, and so are equal last trees; two
//   single trees with the same tag are replaced by their children. This is exact. Take a
//   cheapest mapping of T F to T' G with T = T', and keep the part of it that maps F to G. An
//   element of F that had its partner in T' must now be removed. Its partner has a copy in T,
//   which may have a partner in T', and so on. No such chain ends in G, since T is left of F
//   and T' left of G; so each chain ends at another element of T, which was removed and now
//   costs nothing. Elements of G are similar. For roots: if neither is kept, keeping both is
//   cheaper; if the partner of one is below the other, the other already costs as much.
// - Depth. A row below some ancestors is useful only if all these ancestors are removed, since
//   an ancestor that is kept is passed in one step with all below it. So a subtree is entered
//   only if its root can be removed within budget. Columns are similar.
// - Rests. A cell counts only if the sum of its distance, of the cost of ancestors to remove
//   and to insert, and of the string edit distance of what is to the right of both elements is
//   within budget.
// - Strings. A table is begun only if the string edit distances of both orders allow it.
// - Budgets. The budget of a pair is what the cell has left, and less than the other ways into
//   the cell cost.
// - Shapes. A memo by shapes keeps the distance of a pair, or a lower bound of it. If a pair
//   needs a larger budget, the new one is at least twice the old one.
//
// Sources: Zhang, Shasha: Simple fast algorithms for the editing distance between trees
// and related problems, SIAM Journal on Computing 18, 1989 (the table); the idea of rows
// that depth excludes is that of Touzet: Comparing similar ordered trees in linear-time,
// Journal of Discrete Algorithms 5, 2007. Tables on demand, peeling inside of them and
// string distances as rests are ours.
// Cost: for pages of one template about the number of elements times the square of what
// the bound leaves above the string edit distance; at worst that of the table for every
// pair of shapes. Memory: the tables from the root to a pair, each with two rows a level and
// the band of rests (no rests if all were more than 2^24 cells), and some 30 bytes for each
// pair of shapes that was asked for.
// Limits: sums of costs must stay below 2^60; none on depth, there is no recursion.
#pragma once

#include <memory>
#include <optional>

#include "pagekin/ted/costs.h"
#include "pagekin/ted/edit_tree.h"

namespace pagekin::ted {

// Returns the distance; if it is above `at_most`, any number above `at_most`. The smaller
// `at_most`, the cheaper. Both trees come from one Subtrees; either may be empty.
EditCost bounded_distance(const EditTree& a, const EditTree& b, const EditCosts& costs,
                          EditCost at_most, EditWork* work = nullptr);

// For one pair and several bounds, best in ascending order: each call uses the results of the
// calls before. The trees must outlive it.
class BoundedDistance {
 public:
  BoundedDistance(const EditTree& a, const EditTree& b, const EditCosts& costs);
  ~BoundedDistance();
  BoundedDistance(const BoundedDistance&) = delete;
  BoundedDistance& operator=(const BoundedDistance&) = delete;

  // Returns the distance as above; nothing if all calls together would take more than `most`.
  // Another call may follow.
  std::optional<EditCost> operator()(EditCost at_most, const EditWork& most);

  // Returns the work of all calls. A cell of rests counts an eighth.
  EditWork work() const;

 private:
  class Search;
  template <class Cell>
  class SearchWith;

  EditCost worst_;
  std::unique_ptr<Search> search_;  // null if one tree is empty or both are equal
};

}  // namespace pagekin::ted
