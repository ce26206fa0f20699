// The main job: inputs in, clusters out.
#pragma once

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
  std::string method;  // its name, which the index remembers
  std::string index;   // file that holds the pages of earlier runs; empty: none
  bool check = false;  // see FinishOptions
};

struct ClusterRun {
  PageIds ids;
  std::vector<features::FirstTags> first_tags;  // by page; none where it was not looked at
  Clustering clustering;
  std::vector<int> numbers;                  // by cluster: the number users see
  ReadCounts counts;                         // of this run, without the pages of earlier ones
  std::size_t earlier = 0;                   // pages that came from the index
  std::vector<TemplateChange> changes;       // since then, see Method::changes()
  std::vector<method::Certainty> certainty;  // by page, see Method::certainty()
  double read_seconds = 0;
  double cluster_seconds = 0;

  int number_of(PageId page) const {
    const int label = clustering.labels[page];
    return label == kLeftOut ? 0 : numbers[static_cast<std::size_t>(label)];
  }
};

// Throws Error when nothing could be read. With an index the result covers all
// pages it knows, those of this run last, exactly as if they had been read in one
// run; the index is written back. Of the pages of one crawl store a method that samples
// (Method::can_sample()) looks at those it has to. `progress` is of reading, `compare_progress` of
// comparing pages where the method does.
ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident = nullptr,
                         Progress* progress = nullptr, Progress* compare_progress = nullptr);

}  // namespace pagekin::pipeline
