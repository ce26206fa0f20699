// Names the templates of a run (see describe/template_name.h), and finds the shape of their
// addresses.
//
// A name that a hint gives is used. A name that an earlier run of an index gave stays, unless it
// has no marks and this run knows some. No two templates of a run have the same name: one gets more
// marks, or a number at its end.
//
// Cost: at most 64 pages of each of the 1,000 largest templates are looked at (see
// describe/sample.h), of others the first page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pagekin/describe/description.h"
#include "pagekin/method/index_file.h"
#include "pagekin/pipeline/cluster_pages.h"

namespace pagekin::pipeline {

// Sets the names and shapes of the run. `earlier` has the names of earlier runs.
void name_templates(ClusterRun& run, std::span<const method::IndexedTemplate> earlier);

// Names the templates whose names have no marks again, with those of the description.
void name_by_marks(ClusterRun& run, const describe::Description& description);

}  // namespace pagekin::pipeline
