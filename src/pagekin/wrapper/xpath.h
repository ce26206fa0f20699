// XPath as far as node_query.h goes.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/wrapper/node_query.h"

namespace pagekin::wrapper {

// Throws Error, saying what is not understood.
NodeQuery parse_xpath(std::string_view xpath);
std::string to_xpath(const NodeQuery& query);

}  // namespace pagekin::wrapper
