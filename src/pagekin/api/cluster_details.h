// What a ClusterResult keeps for functions that are called with it later.
#pragma once

#include <optional>

#include "pagekin/cluster.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/describe/description.h"

namespace pagekin {

struct ClusterDetails {
  clustering::ClusterOptions options;  // the source is there to be read again
  bool has_source = false;             // the pages are from a source
  clustering::ClusterRun run;
  std::optional<describe::Description> description;
  bool was_asked_to_describe = false;  // with the run, not afterwards
};

}  // namespace pagekin
