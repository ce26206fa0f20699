// Marks without places by their definition, from the tree instead of from marks with places.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "pagekin/dom/tree.h"
#include "pagekin/features/marks.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::reference {

// The tags of an element, of its parent and of the parent of that; kNoTag above the root.
using TagTriple = std::pair<std::pair<html::TagId, html::TagId>, html::TagId>;

inline std::set<TagTriple> tag_triples(const dom::Tree& tree) {
  std::set<TagTriple> all;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    html::TagId parent = html::kNoTag;
    html::TagId above = html::kNoTag;
    if (i != 0) {
      const std::uint32_t up = tree.parents[i];
      parent = tree.tags[up];
      if (up != 0) above = tree.tags[tree.parents[up]];
    }
    all.insert({{above, parent}, tree.tags[i]});
  }
  return all;
}

// Names and texts: the lower 32 bits of their marks.
inline std::set<std::uint32_t> names_and_texts(const std::vector<std::uint64_t>& marks) {
  std::set<std::uint32_t> all;
  for (const std::uint64_t mark : marks) {
    if (features::kind_of(mark) != features::MarkKind::kPath) {
      all.insert(static_cast<std::uint32_t>(mark));
    }
  }
  return all;
}

}  // namespace pagekin::reference
