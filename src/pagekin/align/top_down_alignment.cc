#include "pagekin/align/top_down_alignment.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "pagekin/align/distinct_subtrees.h"
#include "pagekin/align/lcs.h"
#include "pagekin/align/levenshtein.h"
#include "pagekin/align/pair_cache.h"
#include "pagekin/align/tree_order.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/scratch_numbers.h"

namespace pagekin::align {
namespace {

using Gain = std::uint32_t;

class Aligner {
 public:
  TopDownAlignment align(DistinctSubtreesPair trees, Gains gains, std::uint64_t most_steps) {
    a_ = trees.a;
    b_ = trees.b;
    gains_ = gains;
    steps_ = 0;
    most_steps_ = most_steps;
    is_cut_ = false;
    frames_.clear();
    cells_.clear();
    cache_.start(a_->size() + b_->size());
    const Gain gain = solve(a_->root(), b_->root());
    return {gain, steps_, !is_cut_};
  }

 private:
  // Two elements of the same tag whose children are being aligned. The cell (i, j) of the
  // table is the largest gain of the first i + 1 and j + 1 children. Only one row is kept:
  // before column j it is row i, from column j on row i - 1.
  struct Frame {
    SubtreeNumber x = 0;
    SubtreeNumber y = 0;
    std::span<const SubtreeNumber> rows;     // children of x that are not paired at once
    std::span<const SubtreeNumber> columns;  // of y
    Gain sure = 0;                           // of x and y and the children paired at once
    std::size_t row = 0;                     // where its row begins in cells_
    std::size_t i = 0;
    std::size_t j = 0;
    Gain left = 0;      // cell (i, j - 1)
    Gain diagonal = 0;  // cell (i - 1, j - 1)
  };

  Gain solve(SubtreeNumber x, SubtreeNumber y) {
    if (const std::optional<Gain> known = look_up(x, y)) return *known;
    push(x, y);
    std::optional<Gain> returned;  // of the pair that the frame on top waits for
    while (true) {
      Frame& frame = frames_.back();
      if (!advance(frame, returned)) {
        push(frame.rows[frame.i], frame.columns[frame.j]);
        returned.reset();
        continue;
      }
      // If the alignment was cut, the last cell may still be that of the row before.
      const Gain gain =
          frame.sure + (frame.columns.empty() ? 0 : std::max(cells_.back(), frame.left));
      cache_.put(frame.x, frame.y, gain);
      cells_.resize(frame.row);
      frames_.pop_back();
      if (frames_.empty()) return gain;
      returned = gain;
    }
  }

  // Returns the gain if it needs no table.
  std::optional<Gain> look_up(SubtreeNumber x, SubtreeNumber y) {
    const DistinctSubtrees::Info& of_x = (*a_)[x];
    const DistinctSubtrees::Info& of_y = (*b_)[y];
    if (of_x.tag != of_y.tag) return gains_.different;
    if (of_x.hash == of_y.hash) return gains_.equal * of_x.size;
    if (!DistinctSubtrees::may_share_child_tag(of_x, of_y)) {
      const std::size_t pairs = std::min(of_x.child_count(), of_y.child_count());
      return gains_.equal + gains_.different * static_cast<Gain>(pairs);
    }
    if (const Gain* const known = cache_.find(x, y)) return *known;
    return {};
  }

  void push(SubtreeNumber x, SubtreeNumber y) {
    const DistinctSubtrees::Info& of_x = (*a_)[x];
    const DistinctSubtrees::Info& of_y = (*b_)[y];
    Frame frame{.x = x, .y = y, .rows = a_->children(of_x), .columns = b_->children(of_y)};
    frame.sure = gains_.equal;
    const std::size_t first = pair_equal_ends(frame);
    frame.row = cells_.size();
    if (frame.rows.empty() || frame.columns.empty()) {
      frame.rows = {};
      frame.columns = {};
    } else if ((of_x.is_flat() || of_y.is_flat()) &&
               frame.rows.size() * frame.columns.size() > 64) {
      align_tags(frame, a_->child_tags(of_x).subspan(first, frame.rows.size()),
                 b_->child_tags(of_y).subspan(first, frame.columns.size()));
    }
    cells_.resize(frame.row + frame.columns.size(), 0);
    frames_.push_back(frame);
  }

  // Pairs equal first children and equal last children. They gain all that either can, so
  // some best alignment pairs them. Returns the number of equal first children.
  std::size_t pair_equal_ends(Frame& frame) const {
    const auto gain_if_equal = [&](SubtreeNumber x, SubtreeNumber y) {
      const DistinctSubtrees::Info& info = (*a_)[x];
      return info.hash == (*b_)[y].hash ? gains_.equal * info.size : 0;
    };
    std::size_t first = 0;
    while (!frame.rows.empty() && !frame.columns.empty()) {
      const Gain gain = gain_if_equal(frame.rows.front(), frame.columns.front());
      if (gain == 0) break;
      frame.sure += gain;
      frame.rows = frame.rows.subspan(1);
      frame.columns = frame.columns.subspan(1);
      ++first;
    }
    while (!frame.rows.empty() && !frame.columns.empty()) {
      const Gain gain = gain_if_equal(frame.rows.back(), frame.columns.back());
      if (gain == 0) break;
      frame.sure += gain;
      frame.rows = frame.rows.first(frame.rows.size() - 1);
      frame.columns = frame.columns.first(frame.columns.size() - 1);
    }
    return first;
  }

  // If one side has only leaves, nothing below the children is paired: their tags are aligned
  // as strings. With `different` = 1 a match gains 2 and a replacement 1, so the gain is the
  // number of all symbols minus the edit distance.
  void align_tags(Frame& frame, std::span<const html::TagId> x, std::span<const html::TagId> y) {
    const std::uint64_t left = most_steps_ - std::min<std::uint64_t>(most_steps_, steps_);
    Range range;
    if (gains_.different == 0) {
      range = lcs_range(x, y, 0, left);
      frame.sure += gains_.equal * static_cast<Gain>(range.low);
    } else {
      range = levenshtein_range(x, y, SIZE_MAX, left);
      frame.sure += static_cast<Gain>(x.size() + y.size() - range.high);
    }
    is_cut_ = is_cut_ || !range.is_exact();
    steps_ += std::max<std::uint64_t>(1, range.steps);
    frame.rows = {};
    frame.columns = {};
  }

  // Fills the cells. Returns false at a pair whose gain is not known yet; the next call gets it
  // as `returned`. After too many steps, leaves the other cells as they are.
  bool advance(Frame& frame, std::optional<Gain> returned) {
    const std::span<Gain> row = std::span(cells_).subspan(frame.row);
    for (; frame.i < frame.rows.size(); ++frame.i) {
      const SubtreeNumber x = frame.rows[frame.i];
      const Gain most = gains_.equal * (*a_)[x].size;
      for (; frame.j < row.size(); ++frame.j) {
        const Gain above = row[frame.j];
        Gain best = std::max(above, frame.left);
        const SubtreeNumber y = frame.columns[frame.j];
        const Gain bound = std::min(most, gains_.equal * (*b_)[y].size);
        if (frame.diagonal + bound > best) {
          if (!returned) returned = look_up(x, y);
          if (!returned) {
            if (!is_cut_) return false;
            returned = gains_.equal;  // the two alone
          }
          best = std::max(best, frame.diagonal + *returned);
        }
        returned.reset();
        ++steps_;
        frame.diagonal = above;
        frame.left = best;
        row[frame.j] = best;
        if (steps_ >= most_steps_) {
          is_cut_ = is_cut_ || frame.j + 1 < row.size() || frame.i + 1 < frame.rows.size();
          return true;
        }
      }
      if (frame.i + 1 == frame.rows.size()) break;
      frame.j = 0;
      frame.left = 0;
      frame.diagonal = 0;
    }
    return true;
  }

  const DistinctSubtrees* a_ = nullptr;
  const DistinctSubtrees* b_ = nullptr;
  Gains gains_;
  std::size_t steps_ = 0;
  std::uint64_t most_steps_ = kMostSteps;
  bool is_cut_ = false;  // a table was not filled to its end
  PairCache<Gain> cache_;
  std::vector<Frame> frames_;
  std::vector<Gain> cells_;  // the rows of all frames
};

// Computes for each element, in document order, a hash of the tags from the root to it.
void path_hashes(const dom::TagTree& tree, std::vector<std::uint64_t>& hashes) {
  hashes.resize(tree.size());
  if (tree.empty()) return;
  hashes[0] = mix(process_seed() + tree.tags[0]);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::size_t end = i + tree.sizes[i];
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      hashes[child] = mix(hashes[i] + tree.tags[child]);
    }
  }
}

}  // namespace

TopDownAlignment align_top_down(const dom::TagTree& a, const dom::TagTree& b, Gains gains,
                                std::uint64_t most_steps) {
  thread_local Aligner aligner;
  const auto [first, second] = in_order(a, b, most_steps);
  return aligner.align(distinct_subtrees_of(*first, *second), gains, most_steps);
}

std::size_t common_path_count(const dom::TagTree& a, const dom::TagTree& b) {
  thread_local ScratchNumbers numbers;
  thread_local std::vector<std::uint64_t> hashes;
  thread_local std::vector<std::uint32_t> left;  // by path: occurrences not yet found in b
  path_hashes(a, hashes);
  numbers.start(a.size());
  left.clear();
  for (const std::uint64_t hash : hashes) {
    const auto fresh = static_cast<std::uint32_t>(left.size());
    const std::uint32_t number = numbers.insert(hash, fresh);
    if (number == fresh) left.push_back(0);
    ++left[number];
  }
  const auto none = static_cast<std::uint32_t>(left.size());
  left.push_back(0);
  path_hashes(b, hashes);
  std::size_t common = 0;
  for (const std::uint64_t hash : hashes) {
    std::uint32_t& count = left[numbers.find(hash, none)];
    if (count > 0) {
      --count;
      ++common;
    }
  }
  return common;
}

}  // namespace pagekin::align
