#include <algorithm>
#include <array>

#include "pagekin/features/features.h"
#include "pagekin/features/field_count.h"

namespace pagekin::features {
namespace {

// All fields of Needs except fingerprint_tags and prune_paths.
constexpr std::array kFlags{
    &Needs::head_hash,   &Needs::first_tags, &Needs::tag_hash,           &Needs::tag_sequence,
    &Needs::tag_counts,  &Needs::tree,       &Needs::clipped_tree,       &Needs::folded_tree,
    &Needs::class_names, &Needs::leaf_paths, &Needs::clipped_leaf_paths, &Needs::document_paths,
    &Needs::marks,       &Needs::site_links, &Needs::link_xpaths,        &Needs::url_shape,
};
constexpr std::array kNumbers{
    &Needs::fingerprint_length, &Needs::tag_shingle, &Needs::leaf_path_shingle,
    &Needs::pq_gram_p,          &Needs::pq_gram_q,   &Needs::document_shingle,
};
static_assert(field_count<Needs>() == kFlags.size() + kNumbers.size() + 2);

// Whether one value serves both: they are equal, or one of them is not needed.
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
  for (const auto number : kNumbers) take(this->*number, other.*number);
  take(prune_paths, other.prune_paths);
  for (const auto flag : kFlags) this->*flag = this->*flag || other.*flag;
  return true;
}

std::size_t join_group(const Needs& needs, std::vector<Needs>& groups) {
  const auto group = std::ranges::find_if(groups, [&](Needs& known) { return known.merge(needs); });
  const auto number = static_cast<std::size_t>(group - groups.begin());
  if (group == groups.end()) groups.push_back(needs);
  return number;
}

}  // namespace pagekin::features
