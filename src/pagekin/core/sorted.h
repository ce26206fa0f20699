// Lists in which equal items stand together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pagekin {

// Sorts a list; of equal items one stays.
template <class Item>
void sort_unique(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// The number of distinct items; the list is changed.
template <class Item>
std::size_t count_distinct(std::vector<Item>& items) {
  sort_unique(items);
  return items.size();
}

// How many items two lists without repeats, both ascending, have in common.
template <class List>
std::size_t count_common(const List& a, const List& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      ++common, ++i, ++j;
    }
  }
  return common;
}

// Calls visit(run) for each longest run of neighbours with equal keys, in order.
template <class Item, class Key, class Visit>
void for_each_run(std::span<Item> items, const Key& key, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    while (end < items.size() && std::invoke(key, items[end]) == std::invoke(key, items[begin])) {
      ++end;
    }
    visit(items.subspan(begin, end - begin));
  }
}

}  // namespace pagekin
