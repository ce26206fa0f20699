// Formatting elements: those that are opened again after a block cut them short, and
// the adoption agency, which sorts out <b><p></b></p>.
//
// Source: HTML standard (WHATWG), 13.2.4.3 and 13.2.6.4.7 "adoption agency algorithm".
// Cost: O(depth) a call.

#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

namespace {

constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

}  // namespace

// "Noah's Ark": at most three equal elements, of one tag with the same attributes, are kept.
// Attributes are compared only if there are three of the tag.
void Construction::push_formatting(std::uint32_t node) {
  const TagId tag = nodes_[node].tag;
  std::size_t same_tag = 0;
  std::size_t first = formatting_.size();
  while (first > 0 && !formatting_[first - 1].is_marker()) {
    --first;
    same_tag += formatting_[first].tag == tag ? 1 : 0;
  }
  steps_ += formatting_.size() - first;
  if (formatting_.size() >= max_open_) {
    tree_.limits.depth = true;
    return;
  }
  formatting_.push(nodes_, node);
  if (same_tag < 3) [[likely]]
    return;

  const std::size_t last = formatting_.size() - 1;
  const std::uint64_t hash = formatting_hash(last);
  std::size_t equal = 0;
  std::size_t earliest = kNoEntry;
  for (std::size_t i = last; i > first; --i) {
    ++steps_;
    if (formatting_[i - 1].tag != tag || formatting_hash(i - 1) != hash) continue;
    ++equal;
    earliest = i - 1;
  }
  if (equal >= 3) formatting_.remove(nodes_, earliest);
}

std::uint64_t Construction::formatting_hash(std::size_t entry) {
  Formatting& formatting = formatting_[entry];
  if (!formatting.is_hashed) {
    formatting.is_hashed = true;
    formatting.hash = hash_attributes(nodes_[formatting.node].offset);
  }
  return formatting.hash;
}

// A second element of the same tag, not yet in the tree.
std::uint32_t Construction::clone(std::uint32_t node) {
  const Node original = nodes_[node];
  return make_element(original.kind, original.tag, original.offset, original.attributes);
}

// "Reconstruct the active formatting elements", where the last one is not open.
void Construction::reopen_formatting() {
  std::size_t i = formatting_.size() - 1;
  while (i > 0 && !formatting_[i - 1].is_marker() && !nodes_[formatting_[i - 1].node].is_open) --i;
  steps_ += formatting_.size() - i;
  while (i < formatting_.size()) {
    if (has_too_many_elements()) return;
    const Node original = nodes_[formatting_[i].node];
    const std::size_t size = formatting_.size();
    const std::uint32_t made =
        insert(original.kind, original.tag, original.offset, original.attributes);
    if (formatting_.size() != size) --i;  // a full stack removed an earlier entry
    formatting_.replace(nodes_, i, made);
    ++i;
  }
}

// For an end tag of a formatting element. False: "act as any other end tag".
bool Construction::adopt(TagId tag) {
  const Open& top = open_.top();
  if (top.tag == tag && is_html(top.kind)) {
    if (!nodes_[top.node].is_formatting) {
      pop();
      return true;
    }
    if (formatting_.back().node == top.node) {  // the usual end: nothing lies between
      formatting_.remove(nodes_, formatting_.size() - 1);
      pop();
      return true;
    }
  }
  for (int round = 0; round < 8; ++round) {
    const std::size_t entry = formatting_.find_tag(tag);
    if (entry == kNoEntry) return false;
    const std::uint32_t node = formatting_[entry].node;
    const std::size_t at = open_.find_node(nodes_, node);
    if (at == kNoEntry) {
      formatting_.remove(nodes_, entry);
      return true;
    }
    if (!open_.has_node_in_scope(nodes_, node)) return true;

    std::size_t block = at + 1;
    while (block < open_.size() && !has_trait(open_[block].kind, kSpecial)) ++block;
    steps_ += block - at;
    if (block == open_.size()) {
      pop_to_size(at);
      formatting_.remove_node(nodes_, node);
      return true;
    }
    if (has_too_many_elements()) return true;
    adopt_around(at, block);
  }
  return true;
}

// The formatting element at `at` must end inside the block at `block_at`: the block moves to
// where it would be without the element, and its content gets a copy of the element.
void Construction::adopt_around(std::size_t at, std::size_t block_at) {
  nodes_.turn_on_links();
  const std::uint32_t formatting = open_[at].node;
  const std::uint32_t block = open_[block_at].node;
  const Open ancestor = open_[at - 1];
  std::size_t bookmark = formatting_.find_node(nodes_, formatting);

  std::uint32_t last = block;
  int count = 0;
  for (std::size_t i = block_at; --i > at;) {
    std::uint32_t node = open_[i].node;
    ++steps_;
    std::size_t entry = formatting_.find_node(nodes_, node);
    if (++count > 3 && entry != kNoEntry) {
      formatting_.remove(nodes_, entry);
      if (entry < bookmark) --bookmark;
      entry = kNoEntry;
    }
    if (entry == kNoEntry) {
      open_.remove(nodes_, i);
      --block_at;
      continue;
    }
    const std::uint32_t copy = clone(node);
    formatting_.replace(nodes_, entry, copy);
    open_.replace(nodes_, i, copy);
    node = copy;
    if (last == block) bookmark = entry + 1;
    nodes_.detach(last);
    nodes_.append(node, last);
    last = node;
  }

  nodes_.detach(last);
  place(last, ancestor);

  const std::uint32_t copy = clone(formatting);
  steps_ += nodes_.move_children(block, copy);
  nodes_.append(block, copy);

  const std::size_t entry = formatting_.find_node(nodes_, formatting);
  formatting_.replace(nodes_, entry, copy);
  formatting_.move(entry, bookmark > entry ? bookmark - 1 : bookmark);
  open_.remove(nodes_, at);
  open_.insert(nodes_, block_at, copy);
}

}  // namespace pagekin::dom
