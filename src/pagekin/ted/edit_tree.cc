#include "pagekin/ted/edit_tree.h"

#include <algorithm>

#include "pagekin/align/recent_trees.h"

namespace pagekin::ted {

// From document order to postorder: in postorder, an element comes after its descendants and
// after all elements before it in document order except its ancestors.
EditTree Subtrees::make(const dom::TagTree& tree) {
  const std::size_t count = tree.size();
  EditTree made;
  made.labels.resize(count);
  made.sizes.resize(count);
  made.shapes.resize(count);
  made.elements.resize(count);
  made.preorder_labels.resize(count);
  std::vector<std::uint32_t> open;  // ends of the ancestors of an element
  for (std::uint32_t element = 0; element < count; ++element) {
    while (!open.empty() && open.back() <= element) open.pop_back();
    const std::uint32_t size = tree.sizes[element];
    const std::size_t position = element + size - 1 - open.size();
    const std::uint32_t label =
        labels_.try_emplace(tree.tags[element], static_cast<std::uint32_t>(labels_.size()))
            .first->second;
    made.labels[position] = label;
    made.sizes[position] = size;
    made.elements[position] = element;
    made.preorder_labels[element] = label;
    open.push_back(element + size);
  }
  for (std::uint32_t position = 0; position < count; ++position) {
    const std::size_t begin = children_.size();
    const std::uint32_t size = made.sizes[position];
    for (std::uint32_t left = size - 1, child = position - 1; left > 0;) {
      children_.push_back(made.ids[made.shapes[child]]);
      left -= made.sizes[child];
      child -= made.sizes[child];
    }
    const std::uint32_t id = id_of(made.labels[position], size, begin);
    if (shape_of_[id] == kNoNumber) {
      shape_of_[id] = static_cast<std::uint32_t>(made.places.size());
      made.places.push_back(position);
      made.ids.push_back(id);
    }
    made.shapes[position] = shape_of_[id];
  }
  for (const std::uint32_t id : made.ids) shape_of_[id] = kNoNumber;
  return made;
}

std::uint32_t Subtrees::id_of(std::uint32_t label, std::uint32_t size, std::size_t begin) {
  const auto children = std::span(children_).subspan(begin);
  std::uint64_t hash = mix(label ^ process_seed());
  for (const std::uint32_t child : children) hash = mix(hash ^ child);
  const auto next = static_cast<std::uint32_t>(subtrees_.size());
  const auto is_key = [&](std::uint32_t id) {
    const Subtree& known = subtrees_[id];
    return known.hash == hash && known.label == label &&
           std::ranges::equal(children_backwards(id), children);
  };
  const std::uint32_t id = slots_.find_or_add(
      hash, next, is_key, [&](std::uint32_t known) { return subtrees_[known].hash; });
  if (id != next) {
    children_.resize(begin);
    return id;
  }
  subtrees_.push_back({.hash = hash,
                       .begin = begin,
                       .children = static_cast<std::uint32_t>(children.size()),
                       .label = label,
                       .size = size});
  shape_of_.push_back(kNoNumber);
  return id;
}

namespace {

constexpr std::size_t kMostTrees = 96;  // more than a tile of a similarity matrix has on two sides
constexpr std::size_t kMostElements = 500'000;  // some 30 MB; then the cache starts again

// Recent trees, all made by one Subtrees.
class RecentEditTrees {
 public:
  EditTreePair of(const dom::TagTree& a, const dom::TagTree& b) {
    if (recent_.elements_added() > kMostElements) {
      recent_.clear();
      subtrees_ = {};
    }
    const EditTree& first = recent_.of(a, [&](EditTree& made) { made = subtrees_.make(a); });
    const auto make_b = [&](EditTree& made) { made = subtrees_.make(b); };
    return {&first, &recent_.of(b, make_b, &first)};
  }

 private:
  align::RecentTrees<EditTree> recent_{kMostTrees};
  Subtrees subtrees_;
};

}  // namespace

EditTreePair edit_trees_of(const dom::TagTree& a, const dom::TagTree& b) {
  thread_local RecentEditTrees recent;
  return recent.of(a, b);
}

}  // namespace pagekin::ted
