// A description as JSON, see docs/formats.md.
#pragma once

#include <functional>
#include <string_view>

#include "pagekin/pipeline/describe_pages.h"

namespace pagekin::pipeline {

// Handed over piece by piece. `method`: as the user named it.
void write_description(const ClusterRun& run, const Description& description,
                       std::string_view method, const std::function<void(std::string_view)>& write);

}  // namespace pagekin::pipeline
