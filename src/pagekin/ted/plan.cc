#include "pagekin/ted/plan.h"

#include <optional>
#include <utility>

#include "pagekin/ted/strategy.h"

namespace pagekin::ted {
namespace {

// To find the best paths takes the time of some 50 cells for each pair of shapes. In pages they
// are some 5 to 10 % better than the paths down one side. So they are sought only if the plan
// down one side takes more cells than this for each pair.
constexpr std::uint64_t kCellsToFindPaths = 500;
constexpr std::uint64_t kMostPairs = 1 << 25;

// The pairs of shapes that have been compared, for plans in which every step compares with one
// whole tree.
class KnownToWhole {
 public:
  KnownToWhole(std::size_t shapes, bool in_second) : known_(shapes), in_second_(in_second) {}

  bool has(std::uint32_t a, std::uint32_t b) const { return known_[in_second_ ? b : a]; }

  void add(const SidedPair& pair, const EditStep&, const PathParts& parts) {
    const EditTree& tree = pair.of(in_second_);
    for (const std::uint32_t position : parts.path) known_[tree.shapes[position]] = true;
  }

 private:
  std::vector<bool> known_;
  bool in_second_;
};

// The pairs of shapes that have been compared, for any plan.
class KnownPairs {
 public:
  KnownPairs(std::size_t a, std::size_t b) : known_(a * b), stride_(b) {}

  bool has(std::uint32_t a, std::uint32_t b) const { return known_[a * stride_ + b]; }

  void add(const SidedPair& pair, const EditStep& step, const PathParts& parts) {
    const bool second = step.path.in_second;
    const EditTree& tree = pair.of(second);
    const EditTree& other = pair.of(!second);
    const std::uint32_t place = other.places[second ? step.a : step.b];
    for (const std::uint32_t position : parts.path) {
      const std::size_t shape = tree.shapes[position];
      for (std::uint32_t i = other.leftmost(place); i <= place; ++i) {
        const std::size_t with = other.shapes[i];
        known_[second ? with * stride_ + shape : shape * stride_ + with] = true;
      }
    }
  }

 private:
  std::vector<bool> known_;
  std::size_t stride_;
};

// Makes the steps, in an order in which each finds the distances it needs. It keeps a stack of
// pairs to compare; a pair is taken a second time when all pairs that it needs are done.
template <class Known, class Choose>
EditPlan make_plan(const SidedPair& pair, Known known, const Choose& choose) {
  struct Waiting {
    std::uint32_t a;
    std::uint32_t b;
    bool prepared;
  };
  PathFinder paths_a(pair.a);
  PathFinder paths_b(pair.b);
  EditPlan plan;
  std::vector<Waiting> waiting = {
      {pair.a.shapes[pair.a.root()], pair.b.shapes[pair.b.root()], false}};
  while (!waiting.empty()) {
    Waiting& next = waiting.back();
    const auto [a, b, prepared] = next;
    if (known.has(a, b)) {
      waiting.pop_back();
      continue;
    }
    const PathChoice choice = choose(a, b);
    const PathParts& parts = choice.in_second ? paths_b.find(b, choice) : paths_a.find(a, choice);
    if (prepared) {
      waiting.pop_back();
      plan.steps.push_back({a, b, choice});
      plan.cells += step_cells(pair, plan.steps.back());
      known.add(pair, plan.steps.back(), parts);
      continue;
    }
    next.prepared = true;
    for (const std::uint32_t shape : parts.hanging) {
      const Waiting before{choice.in_second ? a : shape, choice.in_second ? shape : b, false};
      if (!known.has(before.a, before.b)) waiting.push_back(before);
    }
  }
  return plan;
}

// Returns the size of the table of subtree distances of a plan down one side, see single_path.h.
std::uint64_t table_cells(const SidedPair& pair, PathChoice choice) {
  PathFinder paths(pair.of(choice.in_second));
  const EditTree& tree = pair.of(choice.in_second);
  const PathParts& parts = paths.find(tree.shapes[tree.root()], choice);
  return (tree.shape_count() - parts.path.size()) * pair.of(!choice.in_second).shape_count();
}

}  // namespace

SidedPair::SidedPair(const EditTree& first, const EditTree& second)
    : a(first),
      b(second),
      a_left(from_left(a)),
      a_right(from_right(a)),
      b_left(from_left(b)),
      b_right(from_right(b)) {}

std::uint64_t step_cells(const SidedPair& pair, const EditStep& step) {
  const bool second = step.path.in_second;
  const std::uint32_t shape = second ? step.b : step.a;
  const std::uint32_t with = second ? step.a : step.b;
  const std::uint64_t rows = pair.left(second).size_of(shape);
  if (step.path.kind == PathKind::kInner) {
    return inner_path_cells(rows, pair.left(!second).size_of(with));
  }
  return side_path_cells(rows, pair.side(step.path.kind, !second).columns[with]);
}

const PathParts& PathFinder::find(std::uint32_t shape, PathChoice choice) {
  parts_.path.clear();
  parts_.hanging.clear();
  ++call_;
  std::uint32_t at = tree_.places[shape];
  const std::uint32_t first = tree_.leftmost(at);
  std::uint32_t leaf = first;
  if (choice.kind == PathKind::kInner) leaf = first + choice.leaf;
  for (;;) {
    parts_.path.push_back(at);
    seen_[tree_.shapes[at]] = call_;
    if (tree_.sizes[at] == 1) break;
    --at;
    if (choice.kind == PathKind::kRight) continue;
    while (leaf < tree_.leftmost(at)) at -= tree_.sizes[at];
  }
  for (std::size_t i = 0; i + 1 < parts_.path.size(); ++i) {
    const std::uint32_t parent = parts_.path[i];
    for (std::uint32_t child = parent - 1, left = tree_.sizes[parent] - 1; left > 0;) {
      std::uint32_t& seen = seen_[tree_.shapes[child]];
      if (seen != call_) parts_.hanging.push_back(tree_.shapes[child]);
      seen = call_;
      left -= tree_.sizes[child];
      child -= tree_.sizes[child];
    }
  }
  return parts_;
}

EditPlan plan_by(const SidedPair& pair,
                 const std::function<PathChoice(std::uint32_t a, std::uint32_t b)>& choose) {
  return make_plan(pair, KnownPairs(pair.a.shape_count(), pair.b.shape_count()), choose);
}

EditPlan side_plan(const SidedPair& pair) {
  std::optional<EditPlan> best;
  std::uint64_t best_table = 0;
  for (const PathKind kind : {PathKind::kLeft, PathKind::kRight}) {
    for (const bool in_second : {false, true}) {
      const PathChoice choice{kind, in_second, 0};
      EditPlan plan = make_plan(pair, KnownToWhole(pair.of(in_second).shape_count(), in_second),
                                [&](std::uint32_t, std::uint32_t) { return choice; });
      const std::uint64_t table = table_cells(pair, choice);
      if (best && best->cells + best_table <= plan.cells + table) continue;
      best = std::move(plan);
      best_table = table;
    }
  }
  return *std::move(best);
}

EditPlan best_plan(const SidedPair& pair, InnerPaths inner, std::uint64_t* bytes) {
  EditPlan plan = side_plan(pair);
  const std::uint64_t pairs = std::uint64_t{pair.a.shape_count()} * pair.b.shape_count();
  if (pairs > kMostPairs || plan.cells / kCellsToFindPaths < pairs) return plan;
  const EditStrategy strategy(pair, inner);
  if (bytes != nullptr) *bytes = strategy.bytes() + pairs / 8;
  EditPlan mixed =
      plan_by(pair, [&](std::uint32_t a, std::uint32_t b) { return strategy.choice(a, b); });
  return mixed.cells < plan.cells ? mixed : plan;
}

}  // namespace pagekin::ted
