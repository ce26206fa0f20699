#include "pagekin/features/fold.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::features {
namespace {

struct Child {
  std::uint64_t hash = 0;
  std::size_t element = 0;
};

struct Buffers {
  std::vector<std::uint64_t> hashes;   // by element: of its folded subtree
  std::vector<std::uint32_t> staying;  // by element: elements of that subtree; 0: removed
  std::vector<Child> children;         // of one element
};

// Marks those children that are equal to an earlier one.
void drop_repeated(Buffers& buffers) {
  std::vector<Child>& children = buffers.children;
  std::ranges::sort(children, [](const Child& x, const Child& y) {
    return x.hash != y.hash ? x.hash < y.hash : x.element < y.element;
  });
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (children[i].hash == children[i - 1].hash) buffers.staying[children[i].element] = 0;
  }
}

}  // namespace

dom::TagTree fold(const dom::TagTree& tree) {
  thread_local Buffers buffers;
  auto& [hashes, staying, children] = buffers;
  hashes.assign(tree.size(), 0);
  staying.assign(tree.size(), 0);
  for (std::size_t i = tree.size(); i-- > 0;) {  // children come after their parent
    const std::size_t end = i + tree.sizes[i];
    children.clear();
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      children.push_back({hashes[child], child});
    }
    drop_repeated(buffers);
    std::uint64_t hash = mix(tree.tags[i] ^ process_seed());
    staying[i] = 1;
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      if (staying[child] == 0) continue;
      hash = mix(hash ^ hashes[child]);
      staying[i] += staying[child];
    }
    hashes[i] = mix(hash + 1);  // different from `hash`, so that p(p) does not cancel out
  }

  dom::TagTree folded;
  if (tree.empty()) return folded;
  folded.tags.reserve(staying[0]);
  folded.sizes.reserve(staying[0]);
  for (std::size_t i = 0; i < tree.size();) {
    if (staying[i] == 0) {
      i += tree.sizes[i];
      continue;
    }
    folded.tags.push_back(tree.tags[i]);
    folded.sizes.push_back(staying[i]);
    ++i;
  }
  return folded;
}

}  // namespace pagekin::features
