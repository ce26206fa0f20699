// What a ClusterResult keeps for functions that are called with it later.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/describe/description.h"

namespace pagekin {

struct ClusterDetails {
  clustering::ClusterOptions options;  // the source is there to be read again
  bool has_source = false;             // the pages are from a source
  ClusterOptions given;                // by the caller
  clustering::ClusterRun run;
  std::optional<describe::Description> description;
  bool was_asked_to_describe = false;                // with the run, not afterwards
  std::optional<describe::Description> for_summary;  // see ClusterOptions::described_in_summary
  // For write_report().
  clustering::Drawing drawing;
  std::vector<method::Question> questions;
  std::vector<Incident> incidents;
};

namespace api {

// "average linkage, measure path_jaccard"; the run must have merges.
std::string dendrogram_note(const ClusterDetails& details);

}  // namespace api
}  // namespace pagekin
