// The name of an element as a browser's DOM shows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/dom/tree.h"

namespace pagekin::dom {

// Lower case, except for the SVG elements that the standard spells in mixed case (foreignObject);
// without a prefix. Valid as long as the tree's source and `buffer`, which is used only if the
// page spells the name differently.
std::string_view element_name(const Tree& tree, std::uint32_t element, std::string& buffer);

}  // namespace pagekin::dom
