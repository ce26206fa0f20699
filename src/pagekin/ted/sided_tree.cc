#include "pagekin/ted/sided_tree.h"

#include <algorithm>

namespace pagekin::ted {
namespace {

// A Fenwick tree for sums from a place to the end
// (Fenwick: A New Data Structure for Cumulative Frequency Tables, 1994).
class TailSums {
 public:
  explicit TailSums(std::size_t count) : sums_(count + 1) {}

  // To subtract, add the two's complement.
  void add(std::size_t at, std::uint64_t number) {
    for (std::size_t i = at + 1; i > 0; i -= i & (~i + 1)) sums_[i] += number;
  }

  std::uint64_t from(std::size_t at) const {
    std::uint64_t sum = 0;
    for (std::size_t i = at + 1; i < sums_.size(); i += i & (~i + 1)) sum += sums_[i];
    return sum;
  }

 private:
  std::vector<std::uint64_t> sums_;
};

// Computes what follows from the postorder.
void complete(SidedTree& tree) {
  const auto count = static_cast<std::uint32_t>(tree.sizes.size());
  tree.starts_path.assign(count, 1);
  std::vector<std::uint32_t> open_rows(count, 1);
  for (std::uint32_t position = 0; position < count; ++position) {
    if (tree.sizes[position] == 1) continue;
    const std::uint32_t first = tree.leftmost(position);
    std::uint32_t rows = 0;
    for (std::uint32_t child = position - 1;; child -= tree.sizes[child]) {
      const bool is_first = tree.leftmost(child) == first;
      rows = std::max(rows, open_rows[child] + (is_first ? 0 : 1));
      if (!is_first) continue;
      tree.starts_path[child] = 0;
      break;
    }
    open_rows[position] = rows;
  }

  // Only the last occurrence so far of each shape counts. For sums that end here, any
  // occurrence would do.
  tree.open_rows.resize(tree.places.size());
  tree.columns.resize(tree.places.size());
  TailSums sums(count);
  std::vector<std::uint32_t> last(tree.places.size(), kNoNumber);
  for (std::uint32_t position = 0; position < count; ++position) {
    const std::uint32_t shape = tree.shapes[position];
    const std::uint64_t own = tree.sizes[position] + 1;
    if (tree.places[shape] == position) {
      tree.open_rows[shape] = open_rows[position];
      tree.columns[shape] = own + sums.from(tree.leftmost(position));
    }
    if (tree.starts_path[position] == 0) continue;
    if (last[shape] != kNoNumber) sums.add(last[shape], ~own + 1);
    sums.add(position, own);
    last[shape] = position;
  }
}

}  // namespace

SidedTree from_left(const EditTree& tree) {
  const auto count = static_cast<std::uint32_t>(tree.size());
  SidedTree made;
  made.labels = tree.labels;
  made.sizes = tree.sizes;
  made.shapes = tree.shapes;
  made.places = tree.places;
  made.opposite.resize(count);
  for (std::uint32_t position = 0; position < count; ++position) {
    made.opposite[position] = count - 1 - tree.elements[position];
  }
  complete(made);
  return made;
}

// The mirrored postorder is the reverse of document order.
SidedTree from_right(const EditTree& tree) {
  const auto count = static_cast<std::uint32_t>(tree.size());
  SidedTree made;
  made.labels.resize(count);
  made.sizes.resize(count);
  made.shapes.resize(count);
  made.opposite.resize(count);
  for (std::uint32_t from = 0; from < count; ++from) {
    const std::uint32_t position = count - 1 - tree.elements[from];
    made.labels[position] = tree.labels[from];
    made.sizes[position] = tree.sizes[from];
    made.shapes[position] = tree.shapes[from];
    made.opposite[position] = from;
  }
  for (const std::uint32_t place : tree.places) {
    made.places.push_back(count - 1 - tree.elements[place]);
  }
  complete(made);
  return made;
}

}  // namespace pagekin::ted
