// A description of a clustering: the marks that hold each cluster together, the marks that
// separate it from its nearest neighbour, and the pages in doubt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/templates/certainty.h"

namespace pagekin::describe {

// Marks that occur together.
struct Evidence {
  std::vector<std::string> names;  // the most informative first; never empty
  std::size_t marks = 0;
  double share = 0;      // of the cluster's pages that have them
  double elsewhere = 0;  // of the pages that the cluster is compared with
};

struct Neighbour {
  int number = 0;
  double similarity = 0;
  std::vector<Evidence> has;    // the cluster has these marks, the neighbour rarely
  std::vector<Evidence> lacks;  // the neighbour has them: `share` is its own, `elsewhere` ours
};

struct SitePagesCount {
  std::string site;  // empty for pages whose id is not an address
  std::size_t pages = 0;
};

struct ClusterDescription {
  std::size_t pages = 0;
  std::size_t sampled = 0;
  std::size_t sites = 0;
  std::vector<SitePagesCount> largest_sites;
  PageId exemplar = 0;            // the most typical page
  std::vector<PageId> examples;   // a few other pages
  std::size_t in_doubt = 0;       // pages
  double mean_confidence = -1;    // of the pages that have one; negative: none has
  std::size_t compared_with = 0;  // clusters
  bool same_site = false;         // whether these share a site with it
  std::vector<Evidence> held_together_by;
  std::optional<Neighbour> nearest;
};

constexpr float kNoConfidence = -1;

struct Description {
  std::vector<ClusterDescription> clusters;     // by number - 1
  std::vector<templates::Certainty> certainty;  // by page; `second` is a number - 1
  std::size_t in_doubt = 0;
  double seconds = 0;  // that it took
};

}  // namespace pagekin::describe
