#include <algorithm>

#include "pagekin/features/features.h"

namespace pagekin::features {
namespace {

// Whether one value serves both: they agree, or one of them is not asked for.
template <class T>
bool agree(const T& a, const T& b) {
  return a == T{} || b == T{} || a == b;
}

template <class T>
void take(T& mine, const T& other) {
  if (mine == T{}) mine = other;
}

}  // namespace

bool Needs::any_from_tree() const {
  return tree || clipped_tree || folded_tree || class_names || leaf_paths || clipped_leaf_paths ||
         leaf_path_shingle > 0 || pq_gram_p > 0 || document_paths || marks || site_links ||
         link_xpaths;
}

bool Needs::merge(const Needs& other) {
  const bool same_fingerprint = fingerprint_length == 0 || other.fingerprint_length == 0 ||
                                (fingerprint_length == other.fingerprint_length &&
                                 fingerprint_tags == other.fingerprint_tags);
  const bool same_pq_gram = pq_gram_p == 0 || other.pq_gram_p == 0 ||
                            (pq_gram_p == other.pq_gram_p && pq_gram_q == other.pq_gram_q);
  if (!same_fingerprint || !same_pq_gram || !agree(tag_shingle, other.tag_shingle) ||
      !agree(leaf_path_shingle, other.leaf_path_shingle) ||
      !agree(prune_paths, other.prune_paths) || !agree(document_shingle, other.document_shingle)) {
    return false;
  }
  if (fingerprint_length == 0) fingerprint_tags = other.fingerprint_tags;
  take(fingerprint_length, other.fingerprint_length);
  take(tag_shingle, other.tag_shingle);
  take(leaf_path_shingle, other.leaf_path_shingle);
  take(pq_gram_p, other.pq_gram_p);
  take(pq_gram_q, other.pq_gram_q);
  take(prune_paths, other.prune_paths);
  take(document_shingle, other.document_shingle);
  head_hash |= other.head_hash;
  first_tags |= other.first_tags;
  tag_hash |= other.tag_hash;
  tag_sequence |= other.tag_sequence;
  tag_counts |= other.tag_counts;
  tree |= other.tree;
  clipped_tree |= other.clipped_tree;
  folded_tree |= other.folded_tree;
  class_names |= other.class_names;
  leaf_paths |= other.leaf_paths;
  clipped_leaf_paths |= other.clipped_leaf_paths;
  document_paths |= other.document_paths;
  marks |= other.marks;
  link_xpaths |= other.link_xpaths;
  site_links |= other.site_links;
  url_shape |= other.url_shape;
  return true;
}

std::size_t join_group(const Needs& needs, std::vector<Needs>& groups) {
  const auto group = std::ranges::find_if(groups, [&](Needs& known) { return known.merge(needs); });
  const auto number = static_cast<std::size_t>(group - groups.begin());
  if (group == groups.end()) groups.push_back(needs);
  return number;
}

}  // namespace pagekin::features
