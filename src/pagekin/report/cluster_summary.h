// A clustering as a summary of a few lines for people; page_table.h has the tables.
#pragma once

#include <cstddef>
#include <string>

#include "pagekin/describe/description.h"
#include "pagekin/pipeline/cluster_pages.h"

namespace pagekin::report {

// The number of pages, the ten largest templates with their ids, names, a sample page and the
// first tags that their pages share, the pages in doubt, and the time. With a description also what
// holds each of these templates together and what separates it from its nearest neighbour. Lines
// fit into `width` columns where that is possible; 0: they may be of any length.
std::string summarise(const pipeline::ClusterRun& run, double write_seconds,
                      const describe::Description* description = nullptr, std::size_t width = 0);

}  // namespace pagekin::report
