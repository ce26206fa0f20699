#include "pagekin/ted/bounded_distance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/align/levenshtein.h"
#include "pagekin/ted/edit_tree.h"
#include "pagekin/ted/end_distances.h"
#include "pagekin/ted/forest_columns.h"
#include "pagekin/ted/forest_range.h"
#include "pagekin/ted/lower_bounds.h"
#include "pagekin/ted/relax_row.h"
#include "pagekin/ted/shape_pair_memo.h"

namespace pagekin::ted {
namespace {

constexpr std::uint32_t kWorthStrings =
    8;  // elements; smaller tables cost no more than the strings
constexpr std::size_t kMostRests = std::size_t{1} << 24;  // cells
constexpr std::size_t kRestsACell = 8;  // cells of rests that cost as much as one cell of a table

template <class T>
std::size_t bytes_of(const std::vector<T>& of) {
  return of.capacity() * sizeof(T);
}

}  // namespace

class BoundedDistance::Search {
 public:
  virtual ~Search() = default;
  virtual std::optional<EditCost> run(EditCost at_most, const EditWork& most) = 0;
  EditWork work() const { return work_; }

 protected:
  EditWork work_;
};

template <class Cell>
class BoundedDistance::SearchWith final : public BoundedDistance::Search {
 public:
  SearchWith(const EditTree& a, const EditTree& b, const EditCosts& costs)
      : a_tree_(a),
        b_tree_(b),
        costs_(costs),
        a_(forest_nodes(a)),
        b_(forest_nodes(b)),
        remove_(static_cast<Cell>(costs.remove)),
        insert_(static_cast<Cell>(costs.insert)),
        rename_(static_cast<Cell>(costs.rename)),
        ends_(a, b, costs),
        columns_(b_, insert_) {}

  std::optional<EditCost> run(EditCost at_most, const EditWork& most) override {
    at_most_ = static_cast<Cell>(at_most);
    most_ = most;
    const ForestRange f{0, 0, static_cast<std::uint32_t>(a_.size())};
    const ForestRange g{0, 0, static_cast<std::uint32_t>(b_.size())};
    found_ = begin(f, g, at_most_, {});
    while (!frames_.empty() && !over_) {
      switch (advance()) {
        case Progress::kOver:
          over_ = true;
          break;
        case Progress::kNeedsPair:
          begin_wanted();
          break;
        case Progress::kDone:
          note(frames_.back().pair, found_, frames_.back().budget);
          drop_frame();
      }
    }
    const bool met_limit = over_;
    over_ = false;
    while (!frames_.empty()) drop_frame();
    if (met_limit) return {};
    return found_;
  }

 private:
  using Column = ForestColumn<Cell>;

  enum class Progress { kDone, kNeedsPair, kOver };

  // The two forests are what is below these shapes; kNoNumber for the trees themselves.
  struct ShapePair {
    std::uint32_t a = kNoNumber;
    std::uint32_t b = kNoNumber;
  };

  // Asks for the distance of the forests below x and y, if it is within budget.
  struct Wanted {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    Cell budget = 0;
  };

  // The cells of columns [begin, end), in cells_ from `at` on. All other cells are kFar.
  struct Row {
    std::size_t at = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool empty() const { return begin >= end; }
  };

  // The children of an element that is removed, or the roots of the forest.
  struct Level {
    std::uint32_t element = 0;  // the next one
    std::uint32_t end = 0;
    Row row;              // after all elements before the next one
    bool second = false;  // the next row goes to the second of two buffers
  };

  // A table. It waits for the tables above it in frames_.
  struct Frame {
    ForestRange f;
    ForestRange g;
    Cell budget = 0;
    ShapePair pair;
    SurplusBand band;
    // Where the parts of this table in columns_, levels_ and cells_ begin.
    std::size_t columns = 0;
    std::size_t levels = 0;
    std::size_t cells = 0;
    std::uint32_t column_count = 0;
    std::size_t width = 0;  // the largest number of cells of a row
    bool has_rests = false;
    typename EndDistances<Cell>::Table rests;
    std::uint32_t low = 0;  // columns [low, high) are in the band
    std::uint32_t high = 0;
    // The row being filled.
    bool in_row = false;
    Row above;
    Row out;
    Cell weight = 0;  // the cost of removing the element
    Cell left = 0;
    std::uint32_t column = 0;
  };

  Cell resize_cost(std::uint32_t from, std::uint32_t to) const {
    return static_cast<Cell>(from > to ? remove_ * (from - to) : insert_ * (to - from));
  }

  Cell at(const Row& row, std::uint32_t column) const {
    return column - row.begin < row.end - row.begin ? cells_[row.at + column - row.begin]
                                                    : kFar<Cell>;
  }

  // Calls `use` with a function: from the number of elements to the right of an element of the
  // second forest to a lower bound of the cost of what is to the right of both elements.
  template <class Use>
  auto with_rests(const Frame& frame, std::uint32_t right, const Use& use) const {
    if (frame.has_rests) {
      const auto row = ends_.row(frame.rests, right);
      return use([row](std::uint32_t other) { return row[other]; });
    }
    return use([this, right](std::uint32_t other) { return resize_cost(right, other); });
  }

  // ---- Memory

  std::size_t bytes() const {
    return bytes_of(a_) + bytes_of(b_) + ends_.bytes() + columns_.bytes() + memo_.bytes() +
           bytes_of(frames_) + bytes_of(levels_) + bytes_of(cells_);
  }

  // Whether the limit allows `wanted` more bytes. A vector that grows holds its old and its new
  // memory for a moment, and the new memory may be twice as large as wanted.
  bool reserve(std::size_t wanted) {
    const std::uint64_t sum = bytes() + 2 * wanted;
    if (sum > most_.bytes) {
      over_ = true;
      return false;
    }
    work_.bytes = std::max(work_.bytes, sum);
    return true;
  }

  void note(const ShapePair& pair, Cell found, Cell budget) {
    if (pair.a == kNoNumber || !reserve(memo_.bytes())) return;
    const bool exact = found <= budget;
    memo_.put(pair.a, pair.b, {exact ? found : static_cast<Cell>(budget + 1), exact});
  }

  void drop_frame() {
    const Frame& frame = frames_.back();
    columns_.pop(frame.columns);
    levels_.resize(frame.levels);
    cells_.resize(frame.cells);
    if (frame.has_rests) ends_.pop(frame.rests);
    frames_.pop_back();
  }

  // ---- Beginning a table

  void peel(ForestRange& f, ForestRange& g) const {
    while (f.size > 0 && g.size > 0) {
      const ForestNode& x = a_[f.element];
      const ForestNode& y = b_[g.element];
      if (x.id == y.id) {
        f = {f.element + x.size, f.position + x.size, f.size - x.size};
        g = {g.element + y.size, g.position + y.size, g.size - y.size};
        continue;
      }
      const std::uint32_t last_x = f.position + f.size - 1;
      const std::uint32_t last_y = g.position + g.size - 1;
      if (a_tree_.ids[a_tree_.shapes[last_x]] == b_tree_.ids[b_tree_.shapes[last_y]]) {
        f.size -= a_tree_.sizes[last_x];
        g.size -= b_tree_.sizes[last_y];
        continue;
      }
      if (x.size != f.size || y.size != g.size || x.label != y.label) return;
      f = {f.element + 1, f.position, f.size - 1};
      g = {g.element + 1, g.position, g.size - 1};
    }
  }

  void begin_wanted() {
    const ForestNode& x = a_[wanted_.x];
    const ForestNode& y = b_[wanted_.y];
    begin({wanted_.x + 1, x.position + 1 - x.size, x.size - 1},
          {wanted_.y + 1, y.position + 1 - y.size, y.size - 1}, wanted_.budget, {x.shape, y.shape});
  }

  // Begins a table, unless the distance, or that it is above the budget, is known at once.
  Cell begin(ForestRange f, ForestRange g, Cell budget, const ShapePair& pair) {
    peel(f, g);
    Cell found = kFar<Cell>;
    const Cell least = resize_cost(f.size, g.size);
    if (f.size == 0 || g.size == 0) {
      found = least;
    } else if (least <= budget && strings_within(f, g, budget)) {
      push_frame(f, g, budget, pair);
      return found;
    }
    note(pair, found, budget);
    return found;
  }

  bool strings_within(const ForestRange& f, const ForestRange& g, Cell budget) {
    if (std::min(f.size, g.size) < kWorthStrings) return true;
    const std::size_t most = most_edits(budget, f.size, g.size, costs_);
    if (most == SIZE_MAX || most > kMostStringCells / std::max(f.size, g.size)) return true;
    work_.cells += f.size + f.size * std::min<std::size_t>(most, g.size) / 64;
    using Labels = std::span<const std::uint32_t>;
    const auto within = [&](Labels a, Labels b) { return align::levenshtein(a, b, most) <= most; };
    return within(Labels(a_tree_.labels).subspan(f.position, f.size),
                  Labels(b_tree_.labels).subspan(g.position, g.size)) &&
           within(Labels(a_tree_.preorder_labels).subspan(f.element, f.size),
                  Labels(b_tree_.preorder_labels).subspan(g.element, g.size));
  }

  // A surplus of u elements in the prefixes costs something, and so does the surplus in the
  // rests, which is that of the forests minus u. The sum is least if u is between 0 and the
  // surplus of the forests; the slack of the budget allows a little more on both sides.
  SurplusBand band_of(const ForestRange& f, const ForestRange& g, Cell budget) const {
    const auto surplus = static_cast<std::int64_t>(f.size) - static_cast<std::int64_t>(g.size);
    const auto both = static_cast<Cell>(remove_ + insert_);
    const auto whole = static_cast<std::int64_t>(f.size) + static_cast<std::int64_t>(g.size);
    const auto slack = static_cast<Cell>(budget - resize_cost(f.size, g.size));
    const std::int64_t extra =
        both == 0 ? whole : std::min(whole, static_cast<std::int64_t>(slack / both));
    return {std::min<std::int64_t>(0, surplus) - extra, std::max<std::int64_t>(0, surplus) + extra};
  }

  void push_frame(const ForestRange& f, const ForestRange& g, Cell budget, const ShapePair& pair) {
    if (!reserve((columns_.size() + g.size + 1) * sizeof(Column))) return;
    frames_.push_back({.f = f, .g = g, .budget = budget, .pair = pair});
    Frame& frame = frames_.back();
    frame.band = band_of(f, g, budget);
    frame.columns = columns_.size();
    frame.levels = levels_.size();
    frame.cells = cells_.size();
    frame.column_count = columns_.push(g, budget);
    frame.width = std::min<std::size_t>(frame.column_count, frame.band.width());
    work_.cells += frame.column_count;

    const std::size_t rests = ends_.size() + EndDistances<Cell>::cells(f, frame.band);
    if (rests <= kMostRests) {
      work_.cells += EndDistances<Cell>::cells(f, frame.band) / kRestsACell;
      if (work_.cells > most_.cells || !reserve(rests * sizeof(Cell))) {
        over_ = true;
        return;
      }
      frame.rests = ends_.push(f, g, frame.band);
      frame.has_rests = true;
    }
    push_first_row(frame);
  }

  // The row before all elements: only insertions.
  void push_first_row(Frame& frame) {
    Level level{.element = frame.f.element, .end = frame.f.element + frame.f.size};
    if (!make_room(frame, 0)) return;
    move_band(frame, 0);
    level.row = {frame.cells + frame.width, 0, frame.high};
    const Column* const columns = columns_.from(frame.columns);
    with_rests(frame, frame.f.size, [&](const auto& rest_of) {
      for (std::uint32_t c = 0; c < frame.high; ++c) {
        const Column& column = columns[c];
        const auto value = static_cast<Cell>(insert_ * column.prefix);
        const bool counts = value + column.ancestors + rest_of(column.right) <= frame.budget;
        cells_[level.row.at + c] = counts ? value : kFar<Cell>;
      }
    });
    levels_.push_back(level);
  }

  // Makes room for both rows of a level.
  bool make_room(const Frame& frame, std::size_t level) {
    const std::size_t wanted = frame.cells + 2 * (level + 1) * frame.width;
    if (cells_.size() >= wanted) return true;
    if (cells_.capacity() < wanted && !reserve(wanted * sizeof(Cell))) return false;
    cells_.resize(wanted);
    return true;
  }

  // Moves the band to the row after `prefix` elements. Rows come in postorder, so it moves to
  // the right.
  void move_band(Frame& frame, std::uint32_t prefix) const {
    const Column* const columns = columns_.from(frame.columns);
    const auto last = static_cast<std::int64_t>(prefix) - frame.band.fewest;
    const auto first = static_cast<std::int64_t>(prefix) - frame.band.most;
    while (frame.high < frame.column_count && columns[frame.high].prefix <= last) ++frame.high;
    while (frame.low < frame.high && columns[frame.low].prefix < first) ++frame.low;
  }

  // ---- Filling a table

  // Continues the table on top until it is done, with its distance in found_, or until it needs
  // the distance of a pair, which is in wanted_.
  Progress advance() {
    Frame& frame = frames_.back();
    while (true) {
      if (work_.cells > most_.cells) return Progress::kOver;
      if (!frame.in_row) {
        const Level& level = levels_.back();
        const std::size_t depth = levels_.size() - frame.levels - 1;
        if (level.element == level.end && depth == 0) {
          found_ = at(level.row, frame.column_count - 1);
          return Progress::kDone;
        }
        if (level.element == level.end) {
          const Row above = level.row;
          levels_.pop_back();
          begin_row(frame, above, remove_);
        } else if (can_enter(frame, level, depth)) {
          levels_.push_back({level.element + 1, level.element + a_[level.element].size, level.row});
          if (!make_room(frame, depth + 1)) return Progress::kOver;
          continue;
        } else {
          begin_row(frame, level.row, static_cast<Cell>(remove_ * a_[level.element].size));
        }
      }
      if (!fill_row(frame)) return Progress::kNeedsPair;
      if (!end_row(frame)) {
        found_ = kFar<Cell>;
        return Progress::kDone;
      }
    }
  }

  // Whether the next element of the level can be removed within budget, with everything else. If
  // not, the element is kept, or removed with all below it.
  bool can_enter(const Frame& frame, const Level& level, std::size_t depth) {
    if (a_[level.element].size == 1) return false;
    const auto removed = static_cast<Cell>(remove_ * (depth + 1));
    const std::uint32_t right = frame.f.element + frame.f.size - level.element - 1;
    work_.cells += level.row.end - level.row.begin;
    return with_rests(frame, right, [&](const auto& rest_of) {
      const Cell* const cells = cells_.data() + level.row.at;
      const Column* const columns = columns_.from(frame.columns + level.row.begin);
      for (std::uint32_t c = 0; c < level.row.end - level.row.begin; ++c) {
        const Cell so_far = static_cast<Cell>(cells[c] + removed + columns[c].ancestors);
        if (so_far <= frame.budget && so_far + rest_of(columns[c].right) <= frame.budget) {
          return true;
        }
      }
      return false;
    });
  }

  void begin_row(Frame& frame, const Row& above, Cell weight) {
    const Level& level = levels_.back();
    const std::size_t depth = levels_.size() - frame.levels - 1;
    move_band(frame, a_[level.element].position - frame.f.position + 1);
    // To the left of both rows that it depends on, all cells are kFar.
    std::uint32_t first = level.row.begin + 1;
    if (!above.empty()) first = std::min(first, above.begin);
    frame.above = above;
    frame.weight = weight;
    frame.left = kFar<Cell>;
    frame.column = std::max(frame.low, first);
    frame.out = {frame.cells + (2 * depth + (level.second ? 1 : 0)) * frame.width, frame.column,
                 std::max(frame.high, frame.column)};
    frame.in_row = true;
  }

  // Returns false at a pair whose distance it needs.
  bool fill_row(Frame& frame) {
    const Level& level = levels_.back();
    const std::uint32_t element = level.element;
    const ForestNode x = a_[element];
    const auto ancestors = static_cast<Cell>(remove_ * (levels_.size() - frame.levels - 1));
    const std::uint32_t right = frame.f.element + frame.f.size - element - x.size;
    return with_rests(frame, right, [&](const auto& rest_of) {
      const Row before = level.row;
      const Row above = frame.above;
      const Column* const columns = columns_.from(frame.columns);
      const Cell budget = frame.budget;
      Cell left = frame.left;
      for (std::uint32_t c = frame.column; c < frame.out.end; ++c) {
        ++work_.cells;
        const Column& column = columns[c];
        const Cell start = column.before == Column::none ? kFar<Cell> : at(before, column.before);
        Cell& out = cells_[frame.out.at + c - frame.out.begin];
        if (left == kFar<Cell> && c >= above.end && c > 0 && column.before >= before.end) {
          // No path leads to this column, and of the later columns only to those of ancestors:
          // all other subtrees begin even later.
          const std::uint32_t next = std::min(column.parent, frame.out.end);
          std::fill_n(&out, next - c, kFar<Cell>);
          c = next - 1;
          continue;
        }
        Cell best = static_cast<Cell>(std::min(at(above, c) + frame.weight, left + column.weight));
        const auto rest = static_cast<Cell>(ancestors + column.ancestors + rest_of(column.right));
        const Cell most = rest <= budget ? static_cast<Cell>(budget - rest) : 0;
        if (rest > budget) {
          best = kFar<Cell>;
        } else if (start <= most && start < best) {
          const Cell limit = std::min(most, static_cast<Cell>(best - 1));
          const std::optional<Cell> kept =
              cost_if_kept(x, b_[column.element], static_cast<Cell>(limit - start));
          if (!kept) {
            wanted_.x = element;
            wanted_.y = column.element;
            frame.column = c;
            frame.left = left;
            return false;
          }
          best = std::min(best, static_cast<Cell>(start + *kept));
        }
        if (best > most) best = kFar<Cell>;
        out = best;
        left = best;
      }
      return true;
    });
  }

  // Returns the cost of the subtrees of x and y if x becomes y; kFar<Cell> if it is above the
  // limit. Returns nothing if it is not known; then wanted_ has the budget to find it.
  std::optional<Cell> cost_if_kept(const ForestNode& x, const ForestNode& y, Cell limit) {
    if (x.id == y.id) return Cell{0};
    const Cell renamed = x.label == y.label ? 0 : rename_;
    const auto least = static_cast<Cell>(renamed + resize_cost(x.size, y.size));
    if (least > limit) return kFar<Cell>;
    if (x.size == 1 || y.size == 1) return least;
    const auto budget = static_cast<Cell>(limit - renamed);
    wanted_.budget = budget;
    const auto* const known = memo_.find(x.shape, y.shape);
    if (known == nullptr) return {};
    if (known->least > budget) return kFar<Cell>;
    if (known->exact) return static_cast<Cell>(renamed + known->least);
    const auto larger = static_cast<Cell>(std::min<EditCost>(at_most_, 2 * EditCost{known->least}));
    wanted_.budget = std::max(budget, larger);
    return {};
  }

  // Returns false if the distance of the forests is above the budget.
  bool end_row(Frame& frame) {
    Level& level = levels_.back();
    Row row = frame.out;
    while (!row.empty() && cells_[row.at] == kFar<Cell>) {
      ++row.at;
      ++row.begin;
    }
    while (!row.empty() && cells_[row.at + row.end - row.begin - 1] == kFar<Cell>) --row.end;
    level.row = row;
    level.second = !level.second;
    level.element += a_[level.element].size;
    frame.in_row = false;
    if (!row.empty()) return true;
    level.element = level.end;  // nothing can follow, but the parent may still be kept
    return levels_.size() > frame.levels + 1;
  }

  const EditTree& a_tree_;
  const EditTree& b_tree_;
  const EditCosts costs_;
  const std::vector<ForestNode> a_;
  const std::vector<ForestNode> b_;
  const Cell remove_;
  const Cell insert_;
  const Cell rename_;
  Cell at_most_ = 0;
  EditWork most_;
  bool over_ = false;  // a limit was met
  ShapePairMemo<Cell> memo_;
  EndDistances<Cell> ends_;
  std::vector<Frame> frames_;
  ForestColumns<Cell> columns_;
  std::vector<Level> levels_;
  std::vector<Cell> cells_;
  Wanted wanted_;
  Cell found_ = 0;
};

BoundedDistance::BoundedDistance(const EditTree& a, const EditTree& b, const EditCosts& costs)
    : worst_(a.size() * costs.remove + b.size() * costs.insert) {
  if (a.empty() || b.empty()) return;
  if (a.root_id() == b.root_id()) {
    worst_ = 0;
    return;
  }
  // Sums of a few distances stay below kFar.
  const EditCost largest = std::max(worst_, costs.rename);
  if (largest < kFar<std::uint16_t> / 4) {
    search_ = std::make_unique<SearchWith<std::uint16_t>>(a, b, costs);
  } else if (largest < kFar<std::uint32_t> / 4) {
    search_ = std::make_unique<SearchWith<std::uint32_t>>(a, b, costs);
  } else {
    search_ = std::make_unique<SearchWith<std::uint64_t>>(a, b, costs);
  }
}

BoundedDistance::~BoundedDistance() = default;

std::optional<EditCost> BoundedDistance::operator()(EditCost at_most, const EditWork& most) {
  if (!search_) return worst_;
  at_most = std::min(at_most, worst_);
  const std::optional<EditCost> found = search_->run(at_most, most);
  return found ? std::min(*found, at_most + 1) : found;
}

EditWork BoundedDistance::work() const { return search_ ? search_->work() : EditWork{}; }

EditCost bounded_distance(const EditTree& a, const EditTree& b, const EditCosts& costs,
                          EditCost at_most, EditWork* work) {
  BoundedDistance search(a, b, costs);
  const EditCost found = *search(at_most, {UINT64_MAX, UINT64_MAX});
  if (work != nullptr) {
    work->cells += search.work().cells;
    work->bytes = std::max(work->bytes, search.work().bytes);
  }
  return found;
}

}  // namespace pagekin::ted
