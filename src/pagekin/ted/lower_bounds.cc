#include "pagekin/ted/lower_bounds.h"

#include <algorithm>
#include <vector>

#include "pagekin/align/levenshtein.h"

namespace pagekin::ted {
namespace {

std::size_t gap(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

// Twice the least cost of an edit that the sizes do not force.
EditCost twice_least(const EditCosts& costs) {
  return std::min(costs.remove + costs.insert, 2 * costs.rename);
}

}  // namespace

EditCost size_bound(std::size_t size_a, std::size_t size_b, const EditCosts& costs) {
  return gap(size_a, size_b) * (size_a > size_b ? costs.remove : costs.insert);
}

EditCost edits_bound(std::size_t edits, std::size_t size_a, std::size_t size_b,
                     const EditCosts& costs) {
  const std::size_t forced = gap(size_a, size_b);
  const std::size_t others = edits > forced ? edits - forced : 0;
  return size_bound(size_a, size_b, costs) + (others * twice_least(costs) + 1) / 2;
}

std::size_t most_edits(EditCost at_most, std::size_t size_a, std::size_t size_b,
                       const EditCosts& costs) {
  const EditCost each = twice_least(costs);
  const EditCost left = at_most - size_bound(size_a, size_b, costs);
  if (each == 0 || left > UINT64_MAX / 4) return SIZE_MAX;
  return gap(size_a, size_b) + static_cast<std::size_t>(2 * left / each);
}

namespace {

// `parts`: symbols of an element, and edits of symbols for each of its edits.
template <class Label>
EditCost string_bound(std::span<const Label> a, std::span<const Label> b, std::size_t parts,
                      const EditCosts& costs, EditCost at_most) {
  const std::size_t size_a = a.size() / parts;
  const std::size_t size_b = b.size() / parts;
  const EditCost least = size_bound(size_a, size_b, costs);
  if (least > at_most) return least;
  std::size_t most = most_edits(at_most, size_a, size_b, costs);
  if (most == SIZE_MAX && at_most != UINT64_MAX) return least;
  most = std::min(most, kMostStringCells / std::max(a.size(), b.size()) / parts);
  const std::size_t edits = align::levenshtein(a, b, parts * most);
  // A result above `most` need not be the distance.
  return edits_bound(edits > parts * most ? most + 1 : (edits + parts - 1) / parts, size_a, size_b,
                     costs);
}

}  // namespace

template <class Label>
EditCost sequence_bound(std::span<const Label> a, std::span<const Label> b, const EditCosts& costs,
                        EditCost at_most) {
  return string_bound(a, b, 1, costs, at_most);
}

template <class Label>
EditCost tags_bound(std::span<const Label> a, std::span<const Label> b, const EditCosts& costs,
                    EditCost at_most) {
  return string_bound(a, b, 2, costs, at_most);
}

template EditCost sequence_bound(std::span<const std::uint8_t>, std::span<const std::uint8_t>,
                                 const EditCosts&, EditCost);
template EditCost sequence_bound(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                                 const EditCosts&, EditCost);
template EditCost tags_bound(std::span<const std::uint8_t>, std::span<const std::uint8_t>,
                             const EditCosts&, EditCost);
template EditCost tags_bound(std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                             const EditCosts&, EditCost);

EditCost label_bound(const EditTree& a, const EditTree& b, const EditCosts& costs) {
  thread_local std::vector<std::uint32_t> counts;  // by label; all zero between calls
  std::uint32_t labels = 0;
  for (const std::uint32_t label : a.labels) labels = std::max(labels, label + 1);
  if (counts.size() < labels) counts.resize(labels);
  for (const std::uint32_t label : a.labels) ++counts[label];
  std::size_t common = 0;
  for (const std::uint32_t label : b.labels) {
    if (label < labels && counts[label] > 0) {
      --counts[label];
      ++common;
    }
  }
  for (const std::uint32_t label : a.labels) counts[label] = 0;
  return edits_bound(std::max(a.size(), b.size()) - common, a.size(), b.size(), costs);
}

EditCost preorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                        EditCost at_most) {
  return sequence_bound<std::uint32_t>(a.preorder_labels, b.preorder_labels, costs, at_most);
}

EditCost postorder_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                         EditCost at_most) {
  return sequence_bound<std::uint32_t>(a.labels, b.labels, costs, at_most);
}

EditCost tags_bound(const EditTree& a, const EditTree& b, const EditCosts& costs,
                    EditCost at_most) {
  const auto tags = [](const EditTree& tree) {
    std::vector<std::uint32_t> sequence;
    sequence.reserve(2 * tree.size());
    for_tags(
        tree, [&](std::uint32_t label) { sequence.push_back(2 * label); },
        [&](std::uint32_t label) { sequence.push_back(2 * label + 1); });
    return sequence;
  };
  const std::vector<std::uint32_t> of_a = tags(a);
  const std::vector<std::uint32_t> of_b = tags(b);
  return tags_bound<std::uint32_t>(of_a, of_b, costs, at_most);
}

}  // namespace pagekin::ted
