// Links between the nodes of a page under construction.
#include "pagekin/dom/node_list.h"

namespace pagekin::dom {

void NodeList::turn_on_links() {
  if (is_linked_) return;
  is_linked_ = true;
  links_.assign(nodes_.size(), {});
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (nodes_[node].parent != kNoNode) link_last(nodes_[node].parent, node);
  }
}

void NodeList::link_last(std::uint32_t parent, std::uint32_t node) {
  const std::uint32_t last = links_[parent].last;
  links_[node].previous = last;
  links_[node].next = kNoNode;
  (last != kNoNode ? links_[last].next : links_[parent].first) = node;
  links_[parent].last = node;
}

void NodeList::insert_before(std::uint32_t next, std::uint32_t node) {
  const std::uint32_t parent = nodes_[next].parent;
  put_below(parent, node);
  const std::uint32_t previous = links_[next].previous;
  links_[node].previous = previous;
  links_[node].next = next;
  links_[next].previous = node;
  (previous != kNoNode ? links_[previous].next : links_[parent].first) = node;
}

void NodeList::detach(std::uint32_t node) {
  const std::uint32_t parent = nodes_[node].parent;
  if (parent == kNoNode) return;
  const auto [first, last, next, previous] = links_[node];
  (previous != kNoNode ? links_[previous].next : links_[parent].first) = next;
  (next != kNoNode ? links_[next].previous : links_[parent].last) = previous;
  links_[node] = {first, last, kNoNode, kNoNode};
  nodes_[node].parent = kNoNode;
}

std::uint32_t NodeList::move_children(std::uint32_t from, std::uint32_t to) {
  std::uint32_t moved = 0;
  std::uint32_t child = links_[from].first;
  links_[from].first = links_[from].last = kNoNode;
  while (child != kNoNode) {
    const std::uint32_t next = links_[child].next;
    put_below(to, child);
    link_last(to, child);
    child = next;
    ++moved;
  }
  return moved;
}

}  // namespace pagekin::dom
