// The stack of open elements.
//
// A counter of open elements for each tag answers the most frequent question, whether a <p> is
// open at all, without a walk; tags without a number share 256 counters. The root is never
// popped.
//
// Source: HTML standard (WHATWG), 13.2.4.2 "The stack of open elements".
// Cost: O(1), and O(depth) for a walk; examined entries are counted in `steps`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/dom/node_list.h"
#include "pagekin/dom/tag_traits.h"

namespace pagekin::dom {

struct Open {
  std::uint32_t node = kNoNode;
  html::TagId tag = html::kNoTag;
  Kind kind = 0;
  std::uint16_t slot = 0;      // of the count
  bool is_html_point = false;  // HTML integration point
};

class OpenElements {
 public:
  static constexpr std::size_t not_found = static_cast<std::size_t>(-1);

  void clear() {
    entries_.clear();
    counts_ = {};
    steps = 0;
  }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  const Open& top() const { return entries_.back(); }
  const Open& operator[](std::size_t i) const { return entries_[i]; }

  // Whether an HTML element of this tag may be open; certain for known tags.
  bool may_hold(Kind kind, html::TagId tag) const { return counts_[slot_of(kind, tag)] != 0; }
  bool holds(Kind html_kind) const { return counts_[html_kind] != 0; }

  void push(NodeList& nodes, std::uint32_t node, bool is_html_point = false) {
    const html::TagId tag = nodes[node].tag;
    const Kind kind = nodes[node].kind;
    const std::uint16_t slot = slot_of(kind, tag);
    nodes[node].is_open = true;
    ++counts_[slot];
    entries_.push_back({node, tag, kind, slot, is_html_point});
  }

  void pop(NodeList& nodes) {
    if (entries_.size() <= 1) return;
    drop_count(nodes, entries_.back());
    entries_.pop_back();
  }

  void remove(NodeList& nodes, std::size_t at) {
    drop_count(nodes, entries_[at]);
    steps += entries_.size() - at;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  // The same kind of element, another node.
  void replace(NodeList& nodes, std::size_t at, std::uint32_t node) {
    nodes[entries_[at].node].is_open = false;
    nodes[node].is_open = true;
    entries_[at].node = node;
  }

  void insert(NodeList& nodes, std::size_t at, std::uint32_t node) {
    push(nodes, node);
    steps += entries_.size() - at;
    std::rotate(entries_.begin() + static_cast<std::ptrdiff_t>(at), entries_.end() - 1,
                entries_.end());
  }

  // Nearest to the top.
  std::size_t find(Kind html_kind) {
    if (!holds(html_kind)) return not_found;
    std::size_t i = entries_.size();
    while (i > 0 && entries_[i - 1].kind != html_kind) --i;
    steps += entries_.size() - i;
    return i - 1;
  }

  std::size_t find_node(const NodeList& nodes, std::uint32_t node) {
    if (node == kNoNode || !nodes[node].is_open) return not_found;
    std::size_t i = entries_.size();
    while (i > 0 && entries_[i - 1].node != node) --i;
    steps += entries_.size() - i;
    return i - 1;
  }

  bool has_in_scope(Kind html_kind, std::uint32_t scope_end) {
    return holds(html_kind) &&
           walk_scope(scope_end, [=](const Open& entry) { return entry.kind == html_kind; });
  }
  bool has_trait_in_scope(std::uint32_t trait, std::uint32_t scope_end) {
    return walk_scope(scope_end, [=](const Open& e) { return has_trait(e.kind, trait); });
  }
  bool has_node_in_scope(const NodeList& nodes, std::uint32_t node) {
    return nodes[node].is_open &&
           walk_scope(kEndsScope, [=](const Open& entry) { return entry.node == node; });
  }

  std::uint64_t steps = 0;

 private:
  static constexpr std::uint16_t slot_of(Kind kind, html::TagId tag) {
    if (!is_html(kind)) return 0;
    return kind != 0 ? kind : static_cast<std::uint16_t>(256 + tag % 256);
  }

  void drop_count(NodeList& nodes, const Open& entry) {
    nodes[entry.node].is_open = false;
    --counts_[entry.slot];
  }

  template <class Condition>
  bool walk_scope(std::uint32_t scope_end, const Condition& is_it) {
    for (std::size_t i = entries_.size(); i > 0; --i) {
      const Open& entry = entries_[i - 1];
      ++steps;
      if (is_it(entry)) return true;
      if (has_trait(entry.kind, scope_end)) return false;
    }
    return false;
  }

  std::vector<Open> entries_;
  std::array<std::uint32_t, 512> counts_{};
};

}  // namespace pagekin::dom
