// A clustering as a table for programs, and as a summary of a few lines for people.
#pragma once

#include <string>

#include "pagekin/describe/description.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// One row for each page: page, cluster. eval/assignments.h reads it back.
void write_assignments(const pipeline::ClusterRun& run, TableFormat format,
                       const TableWriter::Sink& sink);

// The number of pages, the ten largest clusters with a sample page and what their pages share,
// the pages in doubt, and the time. With a description also what holds each of these clusters
// together and what separates it from its nearest neighbour.
std::string summarise(const pipeline::ClusterRun& run, double write_seconds,
                      const describe::Description* description = nullptr);

}  // namespace pagekin::report
