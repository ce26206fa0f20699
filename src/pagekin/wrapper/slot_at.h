// Which slot of a page a path means.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/node_query.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/queried_tree.h"

namespace pagekin::wrapper {

// The slots at the places that the query finds: those of a text, of an attribute, or of the
// first text of an element.
std::vector<std::uint32_t> slots_at(const QueriedTree& tree, const PageSlots& page,
                                    const NodeQuery& query);

}  // namespace pagekin::wrapper
