#include "pagekin/features/clip.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/features/text_tags.h"

namespace pagekin::features {

dom::TagTree clip(const dom::TagTree& tree) {
  // By element: how many elements of its subtree stay. Children come after their parent, so
  // in reverse order all of them are known. If none stays, the subtree contains no Block
  // Tag.
  thread_local std::vector<std::uint32_t> staying;
  staying.assign(tree.size(), 0);
  for (std::size_t i = tree.size(); i-- > 0;) {
    std::uint32_t below = 0;
    const std::size_t end = i + tree.sizes[i];
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      below += staying[child];
    }
    if (below > 0 || !is_text_tag(tree.tags[i])) staying[i] = below + 1;
  }

  dom::TagTree clipped;
  if (tree.empty()) return clipped;
  clipped.tags.reserve(staying[0]);
  clipped.sizes.reserve(staying[0]);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (staying[i] == 0) continue;
    clipped.tags.push_back(tree.tags[i]);
    clipped.sizes.push_back(staying[i]);
  }
  return clipped;
}

}  // namespace pagekin::features
