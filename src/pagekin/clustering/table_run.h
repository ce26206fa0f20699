// A run made from a table of pages and templates that an earlier run wrote, so that it can be
// described and shown again.
//
// Cost: reads the inputs once, for the ids of their pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/table/page_table.h"

namespace pagekin::clustering {

struct TableRun {
  ClusterRun run;
  std::vector<std::string> labels;  // by cluster: the template's id as the table has it
  std::uint64_t not_in_table = 0;   // pages of the inputs; they are left out
  std::uint64_t not_in_inputs = 0;  // rows of the table
};

// Template ids are those of the table if all are numbers, else the numbers of the clusters. Names
// are those of the table, if it has any. Throws InputError if no page of the inputs is in the
// table.
TableRun run_of_table(const table::PageTable& table, const input::Source& source,
                      const std::function<void(const Incident&)>& on_incident = nullptr,
                      Progress* progress = nullptr);

}  // namespace pagekin::clustering
