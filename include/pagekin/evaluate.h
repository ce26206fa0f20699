// How good a clustering is, compared with known templates.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/cluster.h"
#include "pagekin/export.h"

namespace pagekin {

struct TemplateScore {
  std::string name;
  std::uint64_t pages = 0;
  int cluster = 0;       // the cluster that holds most of its pages; 0: all were left out
  double precision = 0;  // share of the cluster's labelled pages that are of the template
  double recall = 0;     // share of the template's pages that are in the cluster
};

// How many pages of a template are in a cluster.
struct LabelInCluster {
  std::string name;  // of the template
  int cluster = 0;   // 0: left out
  std::uint64_t pages = 0;
};

struct Evaluation {
  std::uint64_t pages = 0;       // clustered and labelled
  std::uint64_t unlabelled = 0;  // clustered, but without a label
  std::uint64_t unassigned = 0;  // labelled, but not clustered
  std::uint64_t clusters = 0;    // that hold labelled pages
  std::uint64_t templates = 0;
  std::map<std::string, double> scores;  // by name, see list_scores()
  std::vector<TemplateScore> per_template;
  std::vector<LabelInCluster> label_by_cluster;  // by name, then the largest first
  // Whether fewer than half of the pages that could match do: probably the labels are of another
  // crawl, or its page ids are others.
  bool few_match = false;
};

// Throws InputError where no page has a label.
PAGEKIN_API Evaluation evaluate(const ClusterResult& result, const LabelMap& labels);

}  // namespace pagekin
