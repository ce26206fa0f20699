// Describes the clusters of a run, whatever method made them (see describe/describer.h).
//
// The inputs are read twice more: once for the marks of sampled pages, once for the names of
// marks, for the confidence of the other pages where the method gave none, and for pictures. A
// page in doubt that is not sampled, and whose confidence the method did not give, is known only
// then: if such pages are to be drawn, a third reading draws them.
//
// Cost: time of reading the inputs twice and of parsing the sampled pages, or all pages where
// confidence is missing, once; memory of the sample, a second copy of the ids, 8 bytes a page, and
// of the pictures.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/describe/description.h"
#include "pagekin/picture/page_picture.h"

namespace pagekin::clustering {

// Throws OptionError, saying what to do, for the first input that can be read only once: a pipe
// or standard input, also within lists. `option` reads them again; "inputs": the command always
// does. A source with a spool can be read as often as one likes.
void check_readable_twice(const input::Source& source, std::string_view option = "describe");

// Pages that are drawn while the inputs are read for the description.
struct Drawing {
  // Chooses the pages, ascending: by numbers of clusters, exemplars and confidence.
  std::function<std::vector<PageId>(const describe::Description&)> choose;
  std::vector<PageId> pages{};                   // result: choose() of the whole description
  std::vector<picture::PagePicture> pictures{};  // result: of these; empty if a page has none
};

// Throws InputError when the inputs have changed since the run.
describe::Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                                     Progress* progress = nullptr, Drawing* drawing = nullptr);

}  // namespace pagekin::clustering
