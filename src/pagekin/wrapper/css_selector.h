// CSS selectors as far as node_query.h goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pagekin/wrapper/node_query.h"

namespace pagekin::wrapper {

// Throws Error, saying what is not understood.
NodeQuery parse_css(std::string_view selector);

// Nothing if CSS cannot say it. CSS finds elements: `text` and `attribute` are not part of it.
std::optional<std::string> to_css(const NodeQuery& query);

}  // namespace pagekin::wrapper
