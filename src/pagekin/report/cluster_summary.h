// A clustering as a summary of a few lines for people; page_table.h has the tables.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/describe/description.h"

namespace pagekin::report {

// The number of pages; the largest templates with id, pages, share, shape of the addresses, a
// typical page and marks that others lack; hosts, where there are several; the pages in doubt; the
// time. Lines of templates fit into the width. `description`: what holds templates together; null:
// not known.
std::string summarise(const clustering::ClusterRun& run, const SummaryOptions& options,
                      const describe::Description* description = nullptr);

// The number of pages that have a template and are in doubt: their confidence is below
// kDoubtful.
std::size_t count_doubtful(const clustering::ClusterRun& run, std::span<const Certainty> certainty);

}  // namespace pagekin::report
