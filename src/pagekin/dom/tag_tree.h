// The bare shape of a page: its elements in document order.
//
//   i        0 html  1 head  2 title  3 body  4 div  5 p  6 p  7 div
//   sizes    8       2       1        5       3      1    1    1
//
// The subtree of element i is the range [i, i + sizes[i]); its children are
//
//   for (c = i + 1; c < i + sizes[i]; c += sizes[c])
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/html/tag_id.h"

namespace pagekin::dom {

struct TagTree {
  std::vector<html::TagId> tags;     // by lower-case name, whatever the namespace
  std::vector<std::uint32_t> sizes;  // elements in the subtree, itself included

  std::size_t size() const { return tags.size(); }
  bool empty() const { return tags.empty(); }
  friend bool operator==(const TagTree&, const TagTree&) = default;
};

}  // namespace pagekin::dom
