#include "pagekin/ted/strategy.h"

#include <algorithm>
#include <limits>
#include <span>

namespace pagekin::ted {
namespace {

// Shapes as parents and children.
struct ShapeChild {
  std::uint32_t shape = 0;
  std::uint32_t count = 0;   // the number of times it is a child of this parent
  std::uint32_t offset = 0;  // from the first position of the parent to its own, for one occurrence
};

struct ShapeGraph {
  explicit ShapeGraph(const EditTree& tree);

  std::span<const ShapeChild> children(std::uint32_t shape) const {
    return std::span(all).subspan(begins[shape], begins[shape + 1] - begins[shape]);
  }

  std::vector<ShapeChild> all;
  std::vector<std::size_t> begins;     // by shape
  std::vector<double> shares;          // by shape: 1 / the number of its occurrences as a child
  std::vector<std::uint32_t> parents;  // by shape: its last parent
  // By shape, in children().
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> last;
  std::vector<std::uint32_t> heavy;
};

ShapeGraph::ShapeGraph(const EditTree& tree) {
  const std::size_t count = tree.shape_count();
  std::vector<std::uint32_t> index(count, 0);  // in `all`, for the present parent
  std::vector<double> uses(count, 0);
  parents.assign(count, 0);
  begins.push_back(0);
  for (std::uint32_t shape = 0; shape < count; ++shape) {
    const std::uint32_t place = tree.places[shape];
    const std::size_t begin = all.size();
    std::uint32_t left = tree.sizes[place] - 1;
    std::uint32_t first_child = 0;
    for (std::uint32_t child = place - 1; left > 0; child -= tree.sizes[child]) {
      left -= tree.sizes[child];
      const std::uint32_t of_child = tree.shapes[child];
      std::uint32_t& known = index[of_child];
      if (known < begin || known >= all.size() || all[known].shape != of_child) {
        known = static_cast<std::uint32_t>(all.size());
        all.push_back({of_child, 0, left});
      }
      ++all[known].count;
      ++uses[of_child];
      parents[of_child] = shape;
      first_child = known - static_cast<std::uint32_t>(begin);
    }
    first.push_back(first_child);
    last.push_back(0);  // the first one found
    std::uint32_t largest = 0;
    for (std::size_t i = begin; i < all.size(); ++i) {
      const auto size = [&](std::size_t at) { return tree.sizes[tree.places[all[at].shape]]; };
      if (size(i) > size(begin + largest)) largest = static_cast<std::uint32_t>(i - begin);
    }
    heavy.push_back(largest);
    begins.push_back(all.size());
  }
  for (const double n : uses) shares.push_back(1 / std::max(n, 1.0));
}

// The costs of comparing a subtree with each subtree of the other tree, and the costs of what
// hangs off its paths. When the subtree is done, these are the shares of its parents.
struct Costs {
  std::vector<double> whole;
  std::vector<double> left;
  std::vector<double> right;
  std::vector<double> inner;
  std::vector<std::uint32_t> leaf;  // the end of the inner path

  explicit Costs(std::size_t count)
      : whole(count), left(count), right(count), inner(count), leaf(count) {}

  void scale(std::size_t i, double share) {
    whole[i] *= share;
    left[i] *= share;
    right[i] *= share;
    inner[i] *= share;
  }
};
constexpr std::uint64_t kBytesOfCosts = 4 * sizeof(double) + sizeof(std::uint32_t);

// The costs from one place on.
struct CostsAt {
  const double* whole;
  const double* left;
  const double* right;
  const double* inner;
  const std::uint32_t* leaf;
};

CostsAt at(const Costs& costs, std::size_t i) {
  return {&costs.whole[i], &costs.left[i], &costs.right[i], &costs.inner[i], &costs.leaf[i]};
}

// A range of subtrees of the other tree.
struct Range {
  std::size_t begin;
  std::size_t end;
};

// Puts the costs of what hangs off the paths of a shape into `to`. They are computed from the
// costs of its children; of(child) returns those from range.begin on. The costs of whole
// subtrees in `to` become the sum over all children.
template <class Of>
void hang(const ShapeGraph& graph, std::uint32_t shape, InnerPaths inner, const Of& of, Costs& to,
          Range range) {
  const auto children = graph.children(shape);
  const auto [begin, end] = range;
  for (std::size_t i = begin; i < end; ++i) {
    to.whole[i] = to.left[i] = to.right[i] = to.inner[i] = 0;
    to.leaf[i] = 0;
  }
  if (children.empty()) return;
  for (const ShapeChild& child : children) {
    const double* whole = of(child.shape).whole;
    const double count = child.count;
    for (std::size_t i = begin; i < end; ++i) to.whole[i] += count * whole[i - begin];
  }
  const auto first = of(children[graph.first[shape]].shape);
  const auto last = of(children[graph.last[shape]].shape);
  for (std::size_t i = begin; i < end; ++i) {
    to.left[i] = to.whole[i] - first.whole[i - begin] + first.left[i - begin];
    to.right[i] = to.whole[i] - last.whole[i - begin] + last.right[i - begin];
    to.inner[i] = std::numeric_limits<double>::infinity();
  }
  for (std::uint32_t index = 0; index < children.size(); ++index) {
    if (inner == InnerPaths::kHeavy && index != graph.heavy[shape]) continue;
    const ShapeChild& child = children[index];
    const auto costs = of(child.shape);
    for (std::size_t i = begin; i < end; ++i) {
      const double cost = to.whole[i] - costs.whole[i - begin] + costs.inner[i - begin];
      const bool better = cost < to.inner[i];
      to.inner[i] = better ? cost : to.inner[i];
      to.leaf[i] = better ? child.offset + costs.leaf[i - begin] : to.leaf[i];
    }
  }
}

struct Best {
  double cost = std::numeric_limits<double>::infinity();
  PathChoice choice{};

  void consider(std::uint64_t cells, double hanging, PathKind kind, bool in_second,
                std::uint32_t leaf = 0) {
    const double sum = static_cast<double>(cells) + hanging;
    if (sum >= cost) return;
    cost = sum;
    choice = {kind, in_second, leaf};
  }
};

}  // namespace

EditStrategy::EditStrategy(const SidedPair& pair, InnerPaths inner)
    : choices_(pair.a.shape_count() * pair.b.shape_count()), stride_(pair.b.shape_count()) {
  const ShapeGraph graph_a(pair.a);
  const ShapeGraph graph_b(pair.b);
  const std::size_t count_a = pair.a.shape_count();
  const std::size_t count_b = pair.b.shape_count();
  std::vector<Costs> rows;          // of shapes of the first tree
  std::vector<std::uint32_t> free;  // rows
  std::vector<std::uint32_t> row_of(count_a);
  Costs with_a(count_b);  // of shapes of the second tree with one of the first

  for (std::uint32_t v = 0; v < count_a; ++v) {
    if (free.empty()) {
      free.push_back(static_cast<std::uint32_t>(rows.size()));
      rows.emplace_back(count_b);
    }
    row_of[v] = free.back();
    free.pop_back();
    Costs& row = rows[row_of[v]];
    const std::uint64_t size_v = pair.a_left.size_of(v);
    const auto of_a = [&](std::uint32_t child) { return at(rows[row_of[child]], 0); };
    const auto of_b = [&](std::uint32_t child) { return at(with_a, child); };

    hang(graph_a, v, inner, of_a, row, {0, count_b});
    for (std::uint32_t w = 0; w < count_b; ++w) {
      const std::uint64_t size_w = pair.b_left.size_of(w);
      hang(graph_b, w, inner, of_b, with_a, {w, w + std::size_t{1}});
      Best best;
      best.consider(side_path_cells(size_v, pair.b_left.columns[w]), row.left[w], PathKind::kLeft,
                    false);
      best.consider(side_path_cells(size_v, pair.b_right.columns[w]), row.right[w],
                    PathKind::kRight, false);
      best.consider(side_path_cells(size_w, pair.a_left.columns[v]), with_a.left[w],
                    PathKind::kLeft, true);
      best.consider(side_path_cells(size_w, pair.a_right.columns[v]), with_a.right[w],
                    PathKind::kRight, true);
      best.consider(inner_path_cells(size_v, size_w), row.inner[w], PathKind::kInner, false,
                    row.leaf[w]);
      best.consider(inner_path_cells(size_w, size_v), with_a.inner[w], PathKind::kInner, true,
                    with_a.leaf[w]);
      choices_[v * stride_ + w] = pack(best.choice);
      row.whole[w] = with_a.whole[w] = best.cost;
      row.scale(w, graph_a.shares[v]);
      with_a.scale(w, graph_b.shares[w]);
    }
    for (const ShapeChild& child : graph_a.children(v)) {
      if (graph_a.parents[child.shape] == v) free.push_back(row_of[child.shape]);
    }
  }
  bytes_ = choices_.size() * sizeof choices_[0] + (rows.size() + 1) * count_b * kBytesOfCosts;
}

}  // namespace pagekin::ted
