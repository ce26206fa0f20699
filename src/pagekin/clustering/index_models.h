// The models of templates that an index keeps beside them.
#pragma once

#include <span>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/progress.h"
#include "pagekin/method/index_file.h"

namespace pagekin::clustering {

// Learns the templates of a run from the pages that it has read, and leaves the models in the run.
// Copies of a page count once, see maintext/site_texts.h, also for its memory.
// To be called before the index is written, see ClusterOptions::before_index. Reads the inputs
// again. Throws InputError if they have changed.
void learn_index_models(const ClusterOptions& options, ClusterRun& run,
                        Progress* progress = nullptr);

// The models of an index after a run: a new one takes the place of an old one if it was learned
// from as many pages or from 100.
std::vector<method::IndexedModel> newer_models(std::span<const method::IndexedModel> before,
                                               std::span<const method::IndexedModel> now);

}  // namespace pagekin::clustering
