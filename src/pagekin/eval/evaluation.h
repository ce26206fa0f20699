// How good a clustering is, measured against labels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/eval/assignments.h"
#include "pagekin/eval/contingency.h"
#include "pagekin/eval/labels.h"

namespace pagekin::eval {

// The cluster that holds most pages of a template (ties: the smaller number).
struct TemplateMatch {
  std::string name;
  std::uint64_t pages = 0;
  int cluster = 0;       // 0 when all pages of the template were left out
  double precision = 0;  // share of the cluster's labelled pages that are of the template
  double recall = 0;     // share of the template's pages that are in the cluster
};

// Returns the matches by name, in byte order. Rows of `table` are labelled by the numbers of
// `labels`.
std::vector<TemplateMatch> match_templates(const Contingency& table, const Labels& labels);

// How many pages of a template are in a cluster.
struct LabelInCluster {
  std::string name;  // of the template
  int cluster = 0;   // 0: left out
  std::uint64_t pages = 0;
};

// Returns the cells of the table by name, in byte order, then by falling number of pages, then by
// cluster. Pages that were left out are one cell.
std::vector<LabelInCluster> labels_by_cluster(const Contingency& table, const Labels& labels);

struct Evaluation {
  std::uint64_t pages = 0;       // assigned and labelled
  std::uint64_t unlabelled = 0;  // assigned, but without a label
  std::uint64_t unassigned = 0;  // labelled by name, but not assigned
  std::uint64_t left_out = 0;    // of `pages`, those in cluster 0
  std::uint64_t clusters = 0;    // that hold labelled pages
  std::uint64_t templates = 0;   // of `pages`
  std::uint64_t assigned = 0;    // pages that have an assignment
  // Pages that are labelled by name; none for rules, which label any page.
  std::optional<std::uint64_t> labelled;

  // Whether fewer than half of the pages that could match do: of the labelled ones, or of the
  // assigned ones if these are fewer. The labels are probably those of another crawl then.
  bool few_match() const { return 2 * pages < std::min(assigned, labelled.value_or(assigned)); }

  struct Score {
    std::string_view name;
    double value = 0;
  };
  std::vector<Score> scores;                // one for each of scores(), in that order
  std::vector<TemplateMatch> per_template;  // by name, in byte order
  std::vector<LabelInCluster> cells;        // see labels_by_cluster()
};

// Pages without a label and labelled pages without an assignment are counted, but not scored.
// Throws InputError when no page has a label; the message names `assignments_name`, the labels and
// the first ids.
Evaluation evaluate(std::span<const Assignment> assignments, const Labels& labels,
                    const std::string& assignments_name);

}  // namespace pagekin::eval
