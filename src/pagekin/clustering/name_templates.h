// Names the templates of a run or a table (see describe/template_name.h), and finds the shape of
// their addresses.
//
// A name that a hint gives is used, else one that an earlier run of an index gave. No two templates
// of a run have the same name.
//
// Cost: names are found from up to 32 pages of each of the 1,000 largest templates (see
// describe/template_name.h), shapes from the pages that describe a cluster, which are up to 64 of
// each of the 1,000 largest, and fewer if there are more than 256 (see describe/sample.h). Of other
// templates both are those of the first page. The ids of all pages are hashed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/method/index_file.h"
#include "pagekin/table/page_table.h"

namespace pagekin::clustering {

// Sets the names and shapes of the run. `earlier` has the names of earlier runs.
void name_templates(ClusterRun& run, std::span<const method::IndexedTemplate> earlier);

// Reads a table of pages (see table/page_table.h) and names the groups that it does not name, as
// the run that wrote it named them. Of groups that it gives one name, such as the variants of a
// template, the largest keeps it.
table::PageTable read_named_table(const std::string& path, std::string_view by = {});

}  // namespace pagekin::clustering
