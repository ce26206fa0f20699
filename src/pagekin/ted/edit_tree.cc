#include "pagekin/ted/edit_tree.h"

#include <algorithm>
#include <memory>

namespace pagekin::ted {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kFewestSlots = 1024;

}  // namespace

// Document order to postorder: before an element in postorder come all that come before
// it in document order, but for its ancestors, and its own descendants.
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
    if (shape_of_[id] == kNone) {
      shape_of_[id] = static_cast<std::uint32_t>(made.places.size());
      made.places.push_back(position);
      made.ids.push_back(id);
    }
    made.shapes[position] = shape_of_[id];
  }
  for (const std::uint32_t id : made.ids) shape_of_[id] = kNone;
  return made;
}

std::uint32_t Subtrees::id_of(std::uint32_t label, std::uint32_t size, std::size_t begin) {
  if (2 * subtrees_.size() >= slots_.size()) grow();
  const auto children = std::span(children_).subspan(begin);
  std::uint64_t hash = mix(label ^ process_seed());
  for (const std::uint32_t child : children) hash = mix(hash ^ child);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != kNone; at = (at + 1) & mask) {
    const std::uint32_t id = slots_[at];
    const Subtree& known = subtrees_[id];
    if (known.hash != hash || known.label != label) continue;
    if (!std::ranges::equal(children_backwards(id), children)) continue;
    children_.resize(begin);
    return id;
  }
  const auto id = static_cast<std::uint32_t>(subtrees_.size());
  slots_[at] = id;
  subtrees_.push_back({.hash = hash,
                       .begin = begin,
                       .children = static_cast<std::uint32_t>(children.size()),
                       .label = label,
                       .size = size});
  shape_of_.push_back(kNone);
  return id;
}

void Subtrees::grow() {
  slots_.assign(std::max(kFewestSlots, 2 * slots_.size()), kNone);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < subtrees_.size(); ++id) {
    std::size_t at = subtrees_[id].hash & mask;
    while (slots_[at] != kNone) at = (at + 1) & mask;
    slots_[at] = id;
  }
}

namespace {

// More trees than a tile of a matrix has on both sides.
constexpr std::size_t kMostTrees = 96;
// Of trees made since all were dropped: some 30 MB, and seldom a new start.
constexpr std::size_t kMostElements = 500'000;

// Trees that were lately asked for, first in, first out.
class LatelyUsed {
 public:
  EditTreePair of(const dom::TagTree& a, const dom::TagTree& b) {
    if (elements_ > kMostElements) {
      kept_.clear();
      subtrees_ = {};
      elements_ = 0;
      next_ = 0;
    }
    const EditTree& first = made(a, nullptr);
    return {&first, &made(b, &first)};
  }

 private:
  struct Kept {
    dom::TagTree tree;
    EditTree made;
  };

  // `stays` is not given up for it.
  const EditTree& made(const dom::TagTree& tree, const EditTree* stays) {
    for (const auto& kept : kept_) {
      if (kept->tree == tree) return kept->made;
    }
    elements_ += tree.size();
    auto fresh = std::make_unique<Kept>(Kept{tree, subtrees_.make(tree)});
    if (kept_.size() < kMostTrees) {
      kept_.push_back(std::move(fresh));
      return kept_.back()->made;
    }
    if (&kept_[next_]->made == stays) next_ = (next_ + 1) % kMostTrees;
    const std::size_t place = next_;
    next_ = (next_ + 1) % kMostTrees;
    kept_[place] = std::move(fresh);
    return kept_[place]->made;
  }

  std::vector<std::unique_ptr<Kept>> kept_;
  Subtrees subtrees_;
  std::size_t next_ = 0;
  std::size_t elements_ = 0;
};

}  // namespace

EditTreePair edit_trees_of(const dom::TagTree& a, const dom::TagTree& b) {
  thread_local LatelyUsed lately;
  return lately.of(a, b);
}

}  // namespace pagekin::ted
