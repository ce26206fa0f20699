// What a ClusterResult keeps for functions that are called with it later.
#pragma once

#include <optional>

#include "pagekin/cluster.h"
#include "pagekin/describe/description.h"
#include "pagekin/pipeline/cluster_pages.h"

namespace pagekin {

struct ClusterDetails {
  pipeline::ClusterOptions options;  // the source is there to be read again
  bool has_source = false;           // the pages are from a source
  pipeline::ClusterRun run;
  std::optional<describe::Description> description;
  bool was_asked_to_describe = false;  // with the run, not afterwards
};

}  // namespace pagekin
