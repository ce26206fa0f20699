// The main use case: reads inputs and returns clusters.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/features/features.h"
#include "pagekin/input/source.h"
#include "pagekin/method/method.h"
#include "pagekin/pipeline/read_features.h"

namespace pagekin::pipeline {

struct ClusterOptions {
  input::Source source;
  std::string method;  // its name, which is stored in the index
  std::string index;   // file that holds the pages of earlier runs; empty: none
  bool check = false;  // see FinishOptions
  // Of a page that the index has already: replace it, or skip the new one.
  std::string on_duplicate = "replace";
  // How often a run with an index writes a checkpoint; 0: only when it is stopped.
  std::chrono::milliseconds checkpoint_interval = std::chrono::minutes(1);
};

struct ClusterRun {
  PageIds ids;
  std::vector<features::FirstTags> first_tags;  // by page; zeros for a page that was not read
  Clustering clustering;
  std::vector<int> numbers;                  // by cluster: the number that users see
  ReadCounts counts;                         // of this run, without pages of earlier runs
  std::size_t earlier = 0;                   // pages that came from the index
  std::size_t seen_before = 0;               // of these, read again in this run
  std::size_t resumed = 0;                   // pages of this run that a checkpoint had
  bool has_dropped_checkpoint = false;       // there was one, of another run
  std::vector<TemplateChange> changes;       // since the earlier runs, see method::Tracking
  std::vector<method::Certainty> certainty;  // by page, see method::Assessing; may be empty
  double read_seconds = 0;
  double cluster_seconds = 0;

  int number_of(PageId page) const {
    const int label = clustering.labels[page];
    return label == kLeftOut ? 0 : numbers[static_cast<std::size_t>(label)];
  }
};

// With an index, the result covers all pages of the index and then new pages of this run, exactly
// as if they had been read in one run; the index is written back. A page that the index has is
// replaced or skipped, see index_update.h. If the run is stopped, a checkpoint is written, and the
// same run goes on from there. If the only input is a crawl store and the method can sample
// (method::Sampling), it reads only the pages that it needs. `progress` counts reading,
// `compare_progress` comparing, if the method compares pages. Throws InputError when no page could
// be used.
ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident = nullptr,
                         Progress* progress = nullptr, Progress* compare_progress = nullptr);

}  // namespace pagekin::pipeline
