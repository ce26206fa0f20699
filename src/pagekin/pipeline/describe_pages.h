// What holds each cluster of a run together, what separates it from its nearest neighbour, and
// which pages are in doubt; whatever the method.
//
// The pages are read again: once for the marks of those that are sampled (describe_sample.h),
// once more for the names of the marks that tell something, and then also for all pages where
// the method did not say how sure it is of them.
//
// A cluster is compared with those that share a site with it; where there are none, with all
// others.
//
// Cost: time of reading the inputs twice more and of parsing what is sampled, all pages for
// confidence; memory that of the sample, a second copy of the ids, 8 bytes a page.
// Limits: those of the sample. Clusters without a page in this run (see --index) and those beyond
// the limit have their size and an example alone, and pages without a confidence may be there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/templates/certainty.h"

namespace pagekin::pipeline {

// Marks that come and go together.
struct Evidence {
  std::vector<std::string> names;  // the most telling first; never empty
  std::size_t marks = 0;
  double share = 0;      // of the cluster's pages
  double elsewhere = 0;  // of the pages that it is compared with
};

struct Neighbour {
  int number = 0;
  double similarity = 0;
  std::vector<Evidence> has;    // the cluster, and the neighbour has it seldom
  std::vector<Evidence> lacks;  // the other way round: shares are the neighbour's, then ours
};

struct SitePagesCount {
  std::string site;  // empty for pages whose id is no address
  std::size_t pages = 0;
};

struct ClusterDescription {
  std::size_t pages = 0;
  std::size_t sampled = 0;
  std::size_t sites = 0;
  std::vector<SitePagesCount> largest_sites;
  PageId exemplar = 0;            // the most typical page
  std::vector<PageId> examples;   // some others
  std::size_t in_doubt = 0;       // pages
  double mean_confidence = -1;    // of those that have one; negative: none has
  std::size_t compared_with = 0;  // clusters
  bool same_site = false;         // whether these share a site with it
  std::vector<Evidence> held_together_by;
  std::optional<Neighbour> nearest;
};

constexpr float kNoConfidence = -1;

struct Description {
  std::vector<ClusterDescription> clusters;     // by number - 1
  std::vector<templates::Certainty> certainty;  // by page; seconds are numbers - 1
  std::size_t in_doubt = 0;
  double seconds = 0;  // that it took
};

// Throws Error, saying what to do, for the first input that cannot be read twice.
void check_readable_twice(std::span<const std::string> inputs);

// Throws Error when the inputs are not what they were.
Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                           Progress* progress = nullptr);

}  // namespace pagekin::pipeline
