#include "pagekin/features/leaf_paths.h"

#include <cstddef>

#include "pagekin/features/path_hash.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::features {

std::vector<std::uint64_t> leaf_path_list(const dom::TagTree& tree) {
  std::vector<std::uint64_t> paths(tree.size());
  if (tree.empty()) return paths;
  paths[0] = path_to_element(kEmptyPath, tree.tags[0]);

  // An element passes its path to its children. Those of leaves move to the front, over
  // paths that are no longer needed.
  std::size_t leaf_count = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::uint64_t path = paths[i];
    const std::size_t end = i + tree.sizes[i];
    for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
      paths[child] = path_to_element(path, tree.tags[child]);
    }
    if (tree.sizes[i] == 1) paths[leaf_count++] = path;
  }
  paths.resize(leaf_count);
  return paths;
}

std::vector<std::uint64_t> leaf_path_set(const dom::TagTree& tree) {
  std::vector<std::uint64_t> paths = leaf_path_list(tree);
  make_set(paths);
  return paths;
}

}  // namespace pagekin::features
