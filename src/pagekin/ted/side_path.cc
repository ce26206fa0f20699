#include "pagekin/ted/side_path.h"

#include <algorithm>

#include "pagekin/ted/relax_row.h"

namespace pagekin::ted {

void SideColumns::make(const SidedTree& tree, std::uint32_t shape) {
  columns.clear();
  groups.clear();
  path.clear();
  shapes.clear();
  const std::uint32_t place = tree.places[shape];
  std::vector<std::uint32_t> starts;  // shapes
  for (std::uint32_t i = tree.leftmost(place); i <= place; ++i) {
    shapes.push_back(tree.shapes[i]);
    if (i == place || tree.starts_path[i] != 0) starts.push_back(tree.shapes[i]);
  }
  for (auto* list : {&shapes, &starts}) {
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  columns.reserve(tree.columns[shape]);
  for (const std::uint32_t start : starts) {
    const std::uint32_t root = tree.places[start];
    const std::uint32_t first = tree.leftmost(root);
    const auto begin = static_cast<std::uint32_t>(columns.size());
    columns.push_back({begin, start});
    for (std::uint32_t j = first; j <= root; ++j) {
      const std::uint32_t before = tree.leftmost(j) - first;
      if (before == 0) {
        path.push_back(
            {static_cast<std::uint32_t>(columns.size()), tree.shapes[j], tree.labels[j]});
      }
      columns.push_back({begin + before, tree.shapes[j]});
    }
    groups.push_back({begin, static_cast<std::uint32_t>(columns.size()),
                      static_cast<std::uint32_t>(path.size())});
  }
}

namespace {

// The third term of the minimum, for columns [begin, end): one subtree becomes another.
template <class Cell>
void match_subtrees(const SideColumns::Column* columns, std::uint32_t begin, std::uint32_t end,
                    const Cell* before_subtree, const Cell* distances, Cell* out) {
  for (std::uint32_t c = begin; c < end; ++c) {
    out[c] =
        static_cast<Cell>(before_subtree[columns[c].before_subtree] + distances[columns[c].shape]);
  }
}

// The first two terms, for one group. Its first column is the empty forest.
template <class Cell>
void relax_group(const SideColumns::Group& group, const Cell* above, Cell empty,
                 const StepCosts<Cell>& costs, Cell* out) {
  const std::uint32_t begin = group.begin + 1;
  out[group.begin] = empty;
  relax_row(above + begin, out + begin, out + begin, group.end - begin, empty, costs.remove,
            costs.insert);
}

}  // namespace

template <class Cell>
void follow_side(const SidedTree& tree, std::uint32_t shape, const SideColumns& columns,
                 const StepCosts<Cell>& costs, ForestRows<Cell>& rows,
                 KnownDistances<Cell>& known) {
  rows.start(columns.columns.size());
  for (const auto& group : columns.groups) {
    Cell cost = 0;
    for (std::uint32_t c = group.begin; c < group.end; ++c) {
      rows.last()[c] = cost;
      cost = static_cast<Cell>(cost + costs.insert);
    }
  }

  const std::uint32_t root = tree.places[shape];
  const std::uint32_t first = tree.leftmost(root);
  Cell empty = 0;
  for (std::uint32_t i = first; i <= root; ++i) {
    const bool leaf = tree.sizes[i] == 1;
    rows.open(leaf);
    const Cell* above = rows.above();
    Cell* out = rows.last();
    Cell* distances = known.open(tree.shapes[i]);
    empty = static_cast<Cell>(empty + costs.remove);

    if (tree.leftmost(i) != first) {
      match_subtrees(columns.columns.data(), 0, static_cast<std::uint32_t>(columns.columns.size()),
                     rows.before_subtree(), distances, out);
      for (const auto& group : columns.groups) relax_group(group, above, empty, costs, out);
    } else {
      // On the path: larger groups need the distances of smaller groups.
      std::uint32_t next = 0;
      for (const auto& group : columns.groups) {
        match_subtrees(columns.columns.data(), group.begin, group.end, rows.before_subtree(),
                       distances, out);
        for (std::uint32_t p = next; p < group.path_end; ++p) {
          const auto& on = columns.path[p];
          const Cell rename = on.label == tree.labels[i] ? Cell{0} : costs.rename;
          out[on.column] = static_cast<Cell>(above[on.column - 1] + rename);
        }
        relax_group(group, above, empty, costs, out);
        for (; next < group.path_end; ++next) {
          const auto& on = columns.path[next];
          distances[on.shape] = out[on.column];
        }
      }
      known.close(tree.shapes[i]);
    }
    rows.close(leaf, i == root || tree.starts_path[i] == 0);
  }
}

template void follow_side(const SidedTree&, std::uint32_t, const SideColumns&,
                          const StepCosts<std::uint16_t>&, ForestRows<std::uint16_t>&,
                          KnownDistances<std::uint16_t>&);
template void follow_side(const SidedTree&, std::uint32_t, const SideColumns&,
                          const StepCosts<std::uint32_t>&, ForestRows<std::uint32_t>&,
                          KnownDistances<std::uint32_t>&);
template void follow_side(const SidedTree&, std::uint32_t, const SideColumns&,
                          const StepCosts<std::uint64_t>&, ForestRows<std::uint64_t>&,
                          KnownDistances<std::uint64_t>&);

}  // namespace pagekin::ted
