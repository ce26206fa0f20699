#include "pagekin/features/pq_grams.h"

#include <cstddef>

#include "pagekin/features/path_hash.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::features {
namespace {

// Hashes all labels of a pq-gram, one after the other, like the steps of a path.
std::uint64_t hash_on(std::uint64_t hash, std::span<const html::TagId> tags) {
  for (const html::TagId tag : tags) hash = path_to_element(hash, tag);
  return hash;
}

std::vector<std::uint32_t> parents_of(const dom::TagTree& tree) {
  std::vector<std::uint32_t> parents(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::uint32_t end = i + tree.sizes[i];
    for (std::uint32_t child = i + 1; child < end; child += tree.sizes[child]) parents[child] = i;
  }
  return parents;
}

}  // namespace

std::uint64_t pq_gram_hash(std::span<const html::TagId> stem, std::span<const html::TagId> base) {
  return hash_on(hash_on(kEmptyPath, stem), base);
}

std::vector<std::uint64_t> pq_grams(const dom::TagTree& tree, int p, int q) {
  const auto width = static_cast<std::size_t>(q);
  const std::vector<std::uint32_t> parents = parents_of(tree);
  std::vector<std::uint64_t> grams;
  grams.reserve(tree.size() * 2);
  std::vector<html::TagId> stem(static_cast<std::size_t>(p));
  std::vector<html::TagId> row;  // the children between dummies
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    bool above_root = false;
    std::uint32_t ancestor = i;
    for (std::size_t place = stem.size(); place-- > 0;) {
      stem[place] = above_root ? kDummyTag : tree.tags[ancestor];
      above_root = above_root || ancestor == 0;
      ancestor = parents[ancestor];
    }
    const bool is_leaf = tree.sizes[i] == 1;
    row.assign(is_leaf ? width : width - 1, kDummyTag);
    const std::uint32_t end = i + tree.sizes[i];
    for (std::uint32_t child = i + 1; child < end; child += tree.sizes[child]) {
      row.push_back(tree.tags[child]);
    }
    if (!is_leaf) row.insert(row.end(), width - 1, kDummyTag);

    const std::uint64_t stem_hash = hash_on(kEmptyPath, stem);
    for (std::size_t first = 0; first + width <= row.size(); ++first) {
      grams.push_back(hash_on(stem_hash, std::span(row).subspan(first, width)));
    }
  }
  sort_hashes(grams);
  return grams;
}

}  // namespace pagekin::features
