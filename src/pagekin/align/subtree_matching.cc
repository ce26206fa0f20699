#include "pagekin/align/subtree_matching.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/align/distinct_subtrees.h"
#include "pagekin/align/pair_cache.h"
#include "pagekin/align/tree_order.h"

namespace pagekin::align {
namespace {

using Info = DistinctSubtrees::Info;

constexpr std::size_t kNone = SIZE_MAX;

// Bounds: deep enough to get below the wrappers of most pages, for a fraction of the work.
constexpr int kBoundLevels = 5;
constexpr std::size_t kMostBounds = 400;
constexpr std::size_t kMostBoundGroups = 64;
constexpr double kRounding = 1e-9;

// The sums of the weights of all pairs of children that have one similarity.
struct Weighted {
  double similarity = 0;
  std::uint64_t heights = 0;
  std::uint64_t leaves = 0;
};

// Equal children, some of which may still be free.
struct OpenGroup {
  const DistinctSubtrees::Group* group = nullptr;
  std::uint64_t loose_hash = 0;
  std::uint32_t next = 0;  // the first free child
  bool has_equal = false;  // the other parent has an equal child

  bool is_free() const { return next < group->count; }
};

double of_unmatched(const Info& a, const Info& b) {
  return 1 / (static_cast<double>(std::max(a.height, b.height)) *
              static_cast<double>(std::max(a.leaves, b.leaves)));
}

class Matcher {
 public:
  SubtreeMatching match(DistinctSubtreesPair trees, Partners partners, std::size_t most_cells,
                        std::uint64_t most_steps) {
    a_ = trees.a;
    b_ = trees.b;
    partners_ = partners;
    most_cells_ = most_cells;
    steps_ = 0;
    most_steps_ = most_steps;
    clear();
    cache_.start(a_->size() + b_->size());
    const double similarity = solve(a_->root(), b_->root());
    if (!is_cut()) return {similarity, similarity, steps_};
    clear();
    return {of_equal_children(), bound(trees), steps_};
  }

  // Returns an upper bound of the similarity of either kind, up to rounding.
  double bound(DistinctSubtreesPair trees) {
    a_ = trees.a;
    b_ = trees.b;
    bounds_left_ = kMostBounds;
    return bound_of(a_->root(), b_->root(), kBoundLevels);
  }

 private:
  // Whether there were too many steps. Then all loops end early, and their results do not matter.
  bool is_cut() const { return steps_ > most_steps_; }

  void clear() {
    frames_.clear();
    groups_.clear();
    cells_.clear();
  }

  // Two elements of the same tag, both with children. The groups of the children are in
  // groups_, those of x before those of y; their similarities, row by row, in cells_.
  struct Frame {
    SubtreeNumber x = 0;
    SubtreeNumber y = 0;
    std::size_t groups = 0;  // where they begin
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t cells = 0;
    std::size_t filled = 0;
    bool has_cells = true;
    Weighted equal{.similarity = 1};  // pairs that are taken already
  };

  // Calls itself for the cells of a frame that has too many. That takes a parent with
  // thousands of different children, so the recursion cannot get deep.
  double solve(SubtreeNumber x, SubtreeNumber y) {
    if (const std::optional<double> known = look_up(x, y)) return *known;
    const std::size_t base = frames_.size();
    push(x, y);
    std::optional<double> returned;  // of the pair that the frame on top waits for
    while (true) {
      if (!fill(frames_.back(), returned)) {
        const Frame& frame = frames_.back();
        push(row_subtree(frame, frame.filled / frame.columns),
             column_subtree(frame, frame.filled % frame.columns));
        returned.reset();
        continue;
      }
      const Frame frame = frames_.back();
      const double similarity = partners_ == Partners::kOne ? pair_once(frame) : pair_best(frame);
      if (!is_cut()) cache_.put(frame.x, frame.y, similarity);
      groups_.resize(frame.groups);
      cells_.resize(frame.cells);
      frames_.pop_back();
      if (frames_.size() == base) return similarity;
      returned = similarity;
    }
  }

  // Returns the similarity if the children need not be compared.
  std::optional<double> look_up(SubtreeNumber x, SubtreeNumber y) const {
    const Info& of_x = (*a_)[x];
    const Info& of_y = (*b_)[y];
    if (of_x.tag != of_y.tag) return 0;
    if (of_x.loose_hash == of_y.loose_hash) return 1;
    if (!DistinctSubtrees::may_share_child_tag(of_x, of_y)) return of_unmatched(of_x, of_y);
    if (const double* const known = cache_.find(x, y)) return *known;
    return {};
  }

  void push(SubtreeNumber x, SubtreeNumber y) {
    Frame frame{.x = x, .y = y, .groups = groups_.size(), .cells = cells_.size()};
    for (const auto& group : a_->groups((*a_)[x])) {
      groups_.push_back({.group = &group, .loose_hash = (*a_)[group.subtree].loose_hash});
    }
    frame.rows = groups_.size() - frame.groups;
    for (const auto& group : b_->groups((*b_)[y])) {
      groups_.push_back({.group = &group, .loose_hash = (*b_)[group.subtree].loose_hash});
    }
    frame.columns = groups_.size() - frame.groups - frame.rows;
    pair_equal(frame);
    frame.has_cells = cells_.size() + frame.rows * frame.columns <= most_cells_;
    if (frame.has_cells) cells_.resize(frame.cells + frame.rows * frame.columns);
    frames_.push_back(frame);
  }

  // Children with similarity 1: equal up to the order of siblings.
  void pair_equal(Frame& frame) {
    order_.clear();
    for (std::size_t i = frame.groups; i < groups_.size(); ++i) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
    const std::size_t first_column = frame.groups + frame.rows;
    std::ranges::sort(order_, [&](std::uint32_t i, std::uint32_t j) {
      return std::pair(groups_[i].loose_hash, i) < std::pair(groups_[j].loose_hash, j);
    });
    for (auto begin = order_.begin(); begin != order_.end();) {
      const std::uint64_t hash = groups_[*begin].loose_hash;
      const auto end = std::find_if(begin, order_.end(),
                                    [&](std::uint32_t i) { return groups_[i].loose_hash != hash; });
      const auto columns =
          std::find_if(begin, end, [&](std::uint32_t i) { return i >= first_column; });
      if (columns != begin && columns != end) {
        take_equal(frame, std::span(begin, columns), std::span(columns, end));
      }
      begin = end;
    }
    if (partners_ == Partners::kOne) {
      const auto is_taken = [](const OpenGroup& group) { return !group.is_free(); };
      const auto rows = groups_.begin() + static_cast<std::ptrdiff_t>(frame.groups);
      const auto columns = rows + static_cast<std::ptrdiff_t>(frame.rows);
      frame.rows -= static_cast<std::size_t>(std::count_if(rows, columns, is_taken));
      groups_.erase(std::remove_if(rows, groups_.end(), is_taken), groups_.end());
      frame.columns = groups_.size() - frame.groups - frame.rows;
    }
  }

  void take_equal(Frame& frame, std::span<const std::uint32_t> rows,
                  std::span<const std::uint32_t> columns) {
    for (const std::uint32_t i : rows) groups_[i].has_equal = true;
    for (const std::uint32_t i : columns) groups_[i].has_equal = true;
    if (partners_ == Partners::kMany) return;

    const auto total = [&](std::span<const std::uint32_t> side) {
      std::uint64_t sum = 0;
      for (const std::uint32_t i : side) sum += groups_[i].group->count;
      return sum;
    };
    const std::uint64_t pairs = std::min(total(rows), total(columns));
    take_leftmost(*a_, rows, pairs);
    take_leftmost(*b_, columns, pairs);
    const Info& info = (*a_)[groups_[rows[0]].group->subtree];
    frame.equal.heights += 2 * pairs * info.height;
    frame.equal.leaves += 2 * pairs * info.leaves;
  }

  // Takes `count` children of the groups, leftmost first.
  void take_leftmost(const DistinctSubtrees& subtrees, std::span<const std::uint32_t> side,
                     std::uint64_t count) {
    if (side.size() == 1) {
      groups_[side[0]].next = static_cast<std::uint32_t>(count);
      return;
    }
    for (std::uint64_t taken = 0; taken < count; ++taken) {
      OpenGroup* leftmost = nullptr;
      for (const std::uint32_t i : side) {
        OpenGroup& group = groups_[i];
        if (!group.is_free()) continue;
        if (leftmost == nullptr || place(subtrees, group) < place(subtrees, *leftmost)) {
          leftmost = &group;
        }
      }
      ++leftmost->next;
    }
  }

  static std::uint32_t place(const DistinctSubtrees& subtrees, const OpenGroup& open) {
    return subtrees.place(*open.group, open.next);
  }

  OpenGroup& row(const Frame& frame, std::size_t r) { return groups_[frame.groups + r]; }
  OpenGroup& column(const Frame& frame, std::size_t c) {
    return groups_[frame.groups + frame.rows + c];
  }
  SubtreeNumber row_subtree(const Frame& frame, std::size_t r) {
    return row(frame, r).group->subtree;
  }
  SubtreeNumber column_subtree(const Frame& frame, std::size_t c) {
    return column(frame, c).group->subtree;
  }

  // Fills the cells. Returns false at a pair whose similarity is not known yet; the next call
  // gets it as `returned`.
  bool fill(Frame& frame, std::optional<double> returned) {
    if (!frame.has_cells || is_cut()) return true;
    const std::size_t count = frame.rows * frame.columns;
    for (; frame.filled < count; ++frame.filled) {
      const std::size_t r = frame.filled / frame.columns;
      const std::size_t c = frame.filled % frame.columns;
      const bool is_needed =
          !row(frame, r).has_equal || !column(frame, c).has_equal || partners_ == Partners::kOne;
      if (!returned && is_needed)
        returned = look_up(row_subtree(frame, r), column_subtree(frame, c));
      if (!returned && is_needed) return false;
      cells_[frame.cells + frame.filled] = returned.value_or(0);
      returned.reset();
      ++steps_;
      if (is_cut()) return true;
    }
    return true;
  }

  double similarity_at(const Frame& frame, std::size_t r, std::size_t c) {
    if (is_cut()) return 0;
    if (frame.has_cells) return cells_[frame.cells + r * frame.columns + c];
    return solve(row_subtree(frame, r), column_subtree(frame, c));
  }

  // Pairs each child at most once. Follows a chain of groups, rows and columns in turn: each
  // is the first choice of the one before. Similarity rises along the chain, so it ends with
  // two groups that choose each other, and no better pair can contain either.
  double pair_once(const Frame& frame) {
    std::vector<std::size_t> chain = std::exchange(chain_, {});
    std::vector<Weighted> pairs = std::exchange(pairs_, {});
    chain.clear();
    pairs.clear();
    if (frame.equal.leaves > 0) pairs.push_back(frame.equal);
    for (std::size_t start = 0; start < frame.rows && !is_cut(); ++start) {
      chain.push_back(start);
      while (!chain.empty() && !is_cut()) {
        const std::size_t last = chain.back();
        const Choice choice = first_choice(frame, last);
        if (choice.group == kNone) {
          OpenGroup& alone = groups_[frame.groups + last];
          alone.next = alone.group->count;  // it will never find a partner
          chain.pop_back();
          continue;
        }
        if (chain.size() < 2 || chain[chain.size() - 2] != choice.group) {
          chain.push_back(choice.group);
          continue;
        }
        take(frame, last, choice, pairs);
        chain.resize(chain.size() - 2);
        if (chain.empty() && groups_[frame.groups + start].is_free()) chain.push_back(start);
      }
    }
    const double similarity = combine((*a_)[frame.x], (*b_)[frame.y], pairs);
    chain_ = std::move(chain);
    pairs_ = std::move(pairs);
    return similarity;
  }

  struct Choice {
    std::size_t group = kNone;  // rows first, then columns
    double similarity = 0;
  };

  // Returns the free group of the other side with the largest similarity; of equals, the leftmost.
  Choice first_choice(const Frame& frame, std::size_t of) {
    Choice best;
    if (!groups_[frame.groups + of].is_free()) return best;
    std::uint32_t best_place = 0;
    const bool is_row = of < frame.rows;
    const DistinctSubtrees& subtrees = is_row ? *b_ : *a_;
    const std::size_t begin = is_row ? frame.rows : 0;
    const std::size_t end = is_row ? frame.rows + frame.columns : frame.rows;
    steps_ += end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (!groups_[frame.groups + i].is_free()) continue;
      const double s = is_row ? similarity_at(frame, of, i - frame.rows)
                              : similarity_at(frame, i, of - frame.rows);
      if (s <= 0 || s < best.similarity) continue;
      const std::uint32_t at = place(subtrees, groups_[frame.groups + i]);
      if (s > best.similarity || at < best_place) {
        best = {i, s};
        best_place = at;
      }
    }
    return best;
  }

  void take(const Frame& frame, std::size_t group, Choice other, std::vector<Weighted>& pairs) {
    const std::size_t r = std::min(group, other.group);
    const std::size_t c = std::max(group, other.group);
    const Info& of_row = (*a_)[groups_[frame.groups + r].group->subtree];
    const Info& of_column = (*b_)[groups_[frame.groups + c].group->subtree];
    ++groups_[frame.groups + r].next;
    ++groups_[frame.groups + c].next;
    if (pairs.empty() || pairs.back().similarity != other.similarity) {
      pairs.push_back({.similarity = other.similarity});
    }
    pairs.back().heights += of_row.height + of_column.height;
    pairs.back().leaves += of_row.leaves + of_column.leaves;
  }

  // Returns the similarity of the parents. Adds the weights of equal similarities first, which
  // is exact, then sums from the largest similarity down.
  static double combine(const Info& a, const Info& b, std::vector<Weighted>& pairs) {
    if (pairs.empty()) return of_unmatched(a, b);
    std::ranges::sort(pairs, std::greater{}, &Weighted::similarity);
    double heights = 0;
    double leaves = 0;
    for (std::size_t i = 0; i < pairs.size();) {
      Weighted sum{.similarity = pairs[i].similarity};
      for (; i < pairs.size() && pairs[i].similarity == sum.similarity; ++i) {
        sum.heights += pairs[i].heights;
        sum.leaves += pairs[i].leaves;
      }
      heights += sum.similarity * static_cast<double>(sum.heights);
      leaves += sum.similarity * static_cast<double>(sum.leaves);
    }
    return of_sums(a, b, heights, leaves);
  }

  static double of_sums(const Info& a, const Info& b, double heights, double leaves) {
    const auto most_heights = static_cast<double>(std::max(a.child_heights, b.child_heights));
    const auto most_leaves = static_cast<double>(std::max(a.leaves, b.leaves));
    return (heights / (2 * most_heights) + leaves / (2 * most_leaves)) / 2;
  }

  // Pairs each child with its best partner.
  double pair_best(const Frame& frame) {
    std::vector<double> best = std::exchange(best_, {});
    best.assign(frame.rows + frame.columns, 0);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (groups_[frame.groups + i].has_equal) best[i] = 1;
    }
    for (std::size_t r = 0; r < frame.rows && !is_cut(); ++r) {
      if (!frame.has_cells) steps_ += frame.columns;
      for (std::size_t c = 0; c < frame.columns; ++c) {
        if (best[r] == 1 && best[frame.rows + c] == 1) continue;
        const double s = similarity_at(frame, r, c);
        best[r] = std::max(best[r], s);
        best[frame.rows + c] = std::max(best[frame.rows + c], s);
      }
    }
    const std::span<const double> all(best);
    const double similarity =
        of_best(frame.x, frame.y, all.first(frame.rows), all.subspan(frame.rows));
    best_ = std::move(best);
    return similarity;
  }

  // A lower bound of the similarity of the roots: only children with equal partners are matched.
  // They are matched in any case. The roots have the same tag.
  double of_equal_children() {
    push(a_->root(), b_->root());
    const Frame frame = frames_.back();
    if (partners_ == Partners::kOne) {
      return of_sums((*a_)[frame.x], (*b_)[frame.y], static_cast<double>(frame.equal.heights),
                     static_cast<double>(frame.equal.leaves));
    }
    std::vector<double> best(frame.rows + frame.columns, 0);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (groups_[frame.groups + i].has_equal) best[i] = 1;
    }
    const Sums rows = weigh(*a_, frame.x, std::span(best).first(frame.rows));
    const Sums columns = weigh(*b_, frame.y, std::span(best).subspan(frame.rows));
    return of_sums((*a_)[frame.x], (*b_)[frame.y], rows.heights + columns.heights,
                   rows.leaves + columns.leaves);
  }

  double of_best(SubtreeNumber x, SubtreeNumber y, std::span<const double> best_rows,
                 std::span<const double> best_columns) const {
    const Info& of_x = (*a_)[x];
    const Info& of_y = (*b_)[y];
    const Sums rows = weigh(*a_, x, best_rows);
    const Sums columns = weigh(*b_, y, best_columns);
    if (rows.leaves == 0) return of_unmatched(of_x, of_y);
    return of_sums(of_x, of_y, rows.heights + columns.heights, rows.leaves + columns.leaves);
  }

  struct Sums {
    double heights = 0;
    double leaves = 0;
  };

  static Sums weigh(const DistinctSubtrees& subtrees, SubtreeNumber parent,
                    std::span<const double> best) {
    Sums sums;
    const auto groups = subtrees.groups(subtrees[parent]);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Info& info = subtrees[groups[i].subtree];
      const auto count = static_cast<double>(groups[i].count);
      sums.heights += best[i] * (count * info.height);
      sums.leaves += best[i] * (count * info.leaves);
    }
    return sums;
  }

  // Bounds each child by its best possible partner, for a few levels; below these, assumes that
  // every child has an equal partner.
  double bound_of(SubtreeNumber x, SubtreeNumber y, int levels) {
    const Info& of_x = (*a_)[x];
    const Info& of_y = (*b_)[y];
    if (of_x.tag != of_y.tag) return 0;
    if (of_x.loose_hash == of_y.loose_hash) return 1;
    if (!DistinctSubtrees::may_share_child_tag(of_x, of_y)) return of_unmatched(of_x, of_y);
    const auto rows = a_->groups(of_x);
    const auto columns = b_->groups(of_y);
    const std::size_t pairs = rows.size() * columns.size();
    std::array<double, kMostBoundGroups> best{};
    if (levels == 0 || pairs > bounds_left_ || rows.size() + columns.size() > best.size()) {
      return of_sums(of_x, of_y, static_cast<double>(of_x.child_heights + of_y.child_heights),
                     static_cast<double>(of_x.leaves + of_y.leaves));
    }
    bounds_left_ -= pairs;
    const std::span best_rows = std::span(best).first(rows.size());
    const std::span best_columns = std::span(best).subspan(rows.size(), columns.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const double s = bound_of(rows[r].subtree, columns[c].subtree, levels - 1);
        best_rows[r] = std::max(best_rows[r], s);
        best_columns[c] = std::max(best_columns[c], s);
      }
    }
    return of_best(x, y, best_rows, best_columns);
  }

  const DistinctSubtrees* a_ = nullptr;
  const DistinctSubtrees* b_ = nullptr;
  std::size_t bounds_left_ = 0;
  Partners partners_ = Partners::kOne;
  std::size_t most_cells_ = kMostCells;
  std::size_t steps_ = 0;
  std::uint64_t most_steps_ = kMostSteps;
  PairCache<double> cache_;
  std::vector<Frame> frames_;
  std::vector<OpenGroup> groups_;  // of all frames
  std::vector<double> cells_;      // of all frames
  // Scratch memory of one call each, moved out while in use.
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> chain_;
  std::vector<Weighted> pairs_;
  std::vector<double> best_;
};

Matcher& matcher() {
  thread_local Matcher own;
  return own;
}

}  // namespace

SubtreeMatching match_subtrees(const dom::TagTree& a, const dom::TagTree& b, Partners partners,
                               std::size_t most_cells, std::uint64_t most_steps) {
  const auto [first, second] = in_order(a, b, most_steps);
  return matcher().match(distinct_subtrees_of(*first, *second), partners, most_cells, most_steps);
}

SubtreeMatching subtree_similarity(const dom::TagTree& a, const dom::TagTree& b, Partners partners,
                                   double at_least) {
  if (a.empty() || b.empty()) {
    const double similarity = a.empty() && b.empty() ? 1 : 0;
    return {similarity, similarity, 0};
  }
  const auto [first, second] = in_order(a, b, kMostSteps);
  const DistinctSubtreesPair trees = distinct_subtrees_of(*first, *second);
  if (at_least > 0) {
    const double most = matcher().bound(trees);
    if (most + kRounding < at_least) return {most, most, 0};
  }
  return matcher().match(trees, partners, kMostCells, kMostSteps);
}

}  // namespace pagekin::align
