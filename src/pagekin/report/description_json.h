// A description of clusters as JSON, see docs/formats.md.
#pragma once

#include <functional>
#include <string_view>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/describe/description.h"

namespace pagekin::report {

// Hands the bytes to `write` in pieces. `method` is the name that the user gave.
void write_description(const clustering::ClusterRun& run, const describe::Description& description,
                       std::string_view method, const std::function<void(std::string_view)>& write);

}  // namespace pagekin::report
