// The list of active formatting elements: <b>, <a> and others, which are opened again after a
// block has closed them too early.
//
// Source: HTML standard (WHATWG), 13.2.4.3 "The list of active formatting elements".
// Cost: O(entries since the last marker) a walk, counted in `steps`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/dom/node_list.h"

namespace pagekin::dom {

struct Formatting {
  std::uint32_t node = kNoNode;  // kNoNode: a marker, which separates a cell from its table
  html::TagId tag = html::kNoTag;
  bool is_hashed = false;
  std::uint64_t hash = 0;  // of the attributes, once asked for

  bool is_marker() const { return node == kNoNode; }
};

class ActiveFormatting {
 public:
  static constexpr std::size_t not_found = static_cast<std::size_t>(-1);

  void clear() {
    entries_.clear();
    steps = 0;
  }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  Formatting& operator[](std::size_t i) { return entries_[i]; }
  const Formatting& back() const { return entries_.back(); }

  void push_marker() { entries_.push_back({}); }
  void push(NodeList& nodes, std::uint32_t node) {
    nodes[node].is_formatting = true;
    entries_.push_back({node, nodes[node].tag});
  }

  // Since the last marker.
  std::size_t find_tag(html::TagId tag) {
    for (std::size_t i = entries_.size(); i > 0 && !entries_[i - 1].is_marker(); --i) {
      ++steps;
      if (entries_[i - 1].tag == tag) return i - 1;
    }
    return not_found;
  }
  std::size_t find_node(const NodeList& nodes, std::uint32_t node) {
    if (!nodes[node].is_formatting) return not_found;
    std::size_t i = entries_.size();
    while (i > 0 && entries_[i - 1].node != node) --i;
    steps += entries_.size() - i;
    return i - 1;
  }

  void remove(NodeList& nodes, std::size_t at) {
    nodes[entries_[at].node].is_formatting = false;
    steps += entries_.size() - at;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void remove_node(NodeList& nodes, std::uint32_t node) {
    const std::size_t at = find_node(nodes, node);
    if (at != not_found) remove(nodes, at);
  }
  // Another node made from the same tag.
  void replace(NodeList& nodes, std::size_t at, std::uint32_t node) {
    nodes[entries_[at].node].is_formatting = false;
    nodes[node].is_formatting = true;
    entries_[at].node = node;
  }
  void move(std::size_t from, std::size_t to) {
    steps += from < to ? to - from : from - to;
    const auto begin = entries_.begin();
    const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    if (from < to) {
      std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
      std::rotate(at(to), at(from), at(from + 1));
    }
  }

  void clear_to_marker(NodeList& nodes) {
    while (!entries_.empty()) {
      const Formatting entry = entries_.back();
      entries_.pop_back();
      ++steps;
      if (entry.is_marker()) return;
      nodes[entry.node].is_formatting = false;
    }
  }

  std::uint64_t steps = 0;

 private:
  std::vector<Formatting> entries_;
};

}  // namespace pagekin::dom
