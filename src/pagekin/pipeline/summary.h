// What a person wants to know after a run, in a few lines.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/read_features.h"

namespace pagekin::pipeline {

// "1,512 read: 1,500 clustered (2 limited: 2 too long), 12 skipped (12 status)", with
// another word for what was done to the pages that were not skipped.
std::string describe_counts(const ReadCounts& counts, std::string_view done = "clustered");

// Why there is nothing to cluster.
std::string nothing_to_do(const ReadCounts& counts);

// Pages, the ten largest clusters with a sample and what they share, pages in doubt, and the
// time. With a description also what holds these clusters together and what separates each from
// its nearest neighbour.
std::string summarise(const ClusterRun& run, double write_seconds,
                      const Description* description = nullptr);

}  // namespace pagekin::pipeline
