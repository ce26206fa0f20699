// Describes the clusters of a run, whatever method made them (see describe/describer.h).
//
// The inputs are read twice more: once for the marks of sampled pages, once for the names of
// marks, and for the confidence of all pages where the method gave none.
//
// Cost: time of reading the inputs twice and of parsing the sampled pages, or all pages where
// confidence is missing; memory of the sample, a second copy of the ids, 8 bytes a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pagekin/core/progress.h"
#include "pagekin/describe/description.h"
#include "pagekin/pipeline/cluster_pages.h"

namespace pagekin::pipeline {

// Throws OptionError, saying what to do, for the first input that can be read only once: a pipe
// or standard input, also within lists. `option` reads them again.
void check_readable_twice(std::span<const std::string> inputs,
                          std::string_view option = "describe");

// Throws InputError when the inputs have changed since the run.
describe::Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                                     Progress* progress = nullptr);

}  // namespace pagekin::pipeline
