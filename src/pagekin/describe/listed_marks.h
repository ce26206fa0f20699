// The marks of a cluster that tables and results list.
#pragma once

#include <string>
#include <vector>

#include "pagekin/describe/description.h"

namespace pagekin::describe {

// Returns the marks that hold a cluster together, the best first, bare tag paths last, without
// those of addresses.
std::vector<std::string> listed_marks(const ClusterDescription& description);

}  // namespace pagekin::describe
