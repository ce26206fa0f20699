// Finds on its page what a path points at.
//
// Cost: see queried_tree.h, and one pass over the slots; that over the texts of each element found.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/wrapper/node_query.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/place_value.h"
#include "pagekin/wrapper/queried_tree.h"

namespace pagekin::wrapper {

struct PathPlaces {
  std::vector<LabelPlace> places;  // texts, attributes, and elements with all their texts
  bool is_found = false;           // also if what was found has no text
};
PathPlaces place_path(const QueriedTree& tree, const PageSlots& page, const NodeQuery& query);

}  // namespace pagekin::wrapper
