// How good a clustering is, compared with known templates, or by a measure where there are none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/labels.h"
#include "pagekin/options.h"
#include "pagekin/page_list.h"
#include "pagekin/run.h"

namespace pagekin {

// The cluster of a page.
struct Assignment {
  std::string page;
  int cluster = 0;  // or the template id; from 1; 0 means left out

  friend bool operator==(const Assignment&, const Assignment&) = default;
};

// Reads a table of pages and templates, as `pagekin cluster -o` writes it; "-" is standard input.
// Throws InputError, naming file and line.
PAGEKIN_API std::vector<Assignment> read_assignments(const std::string& path,
                                                     const TableOptions& options = {});

// The cluster that holds most pages of a template (ties: the smaller number).
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
  std::uint64_t unassigned = 0;  // labelled by name, but not clustered
  std::uint64_t left_out = 0;    // of `pages`, those in no cluster
  std::uint64_t clusters = 0;    // that hold labelled pages
  std::uint64_t templates = 0;   // of `pages`
  std::uint64_t assigned = 0;    // pages that were clustered
  // Pages that are labelled by name; none for rules, which label any page.
  std::optional<std::uint64_t> labelled = {};
  std::map<std::string, double> scores = {};          // by name, see list_scores()
  std::vector<TemplateScore> per_template = {};       // by name, in byte order
  std::vector<LabelInCluster> label_by_cluster = {};  // by name, then the largest first
  // Whether fewer than half of the pages that could match do: of the labelled pages, or of the
  // clustered pages if these are fewer. Probably the labels are of another crawl, or the page ids
  // differ.
  bool few_match = false;
};

// Throws InputError where no page has a label; `name` is that of the assignments in the message.
PAGEKIN_API Evaluation evaluate(std::span<const Assignment> assignments, const Labels& labels,
                                const std::string& name = "the clustering");
PAGEKIN_API Evaluation evaluate(const ClusterResult& result, const Labels& labels);

// ---- By a measure.

// A mean over no pairs has no value.
struct ClusterQuality {
  int cluster = 0;  // its number in the clustering
  std::uint64_t pages = 0;
  std::optional<double> silhouette = {};  // none when there is only one cluster
  std::optional<double> cohesion = {};
  std::optional<double> separation = {};  // from all pages of other clusters
};

struct InternalQuality {
  std::uint64_t pages = 0;  // without left-out pages
  std::uint64_t left_out = 0;
  std::optional<double> silhouette = {};
  std::optional<double> cohesion = {};
  std::optional<double> separation = {};
  std::vector<ClusterQuality> clusters = {};  // by number
};

struct InternalEvaluation {
  std::string measure;           // as asked for
  InternalQuality quality = {};  // clusters have the numbers of the assignments
  PageCounts counts = {};
  std::uint64_t unassigned = 0;  // pages read that have no assignment; not compared
  std::uint64_t missing = 0;     // assignments of pages that were not read
};

struct InternalOptions {
  std::string measure;  // spec, see list_measures()
};

template <>
struct OptionsOf<InternalOptions> {
  static constexpr auto all = std::tuple{
      option(&InternalOptions::measure,
             {.name = "measure",
              .help = "compare the pages of the inputs by this measure, and print silhouette, "
                      "cohesion and separation of the clusters; see 'pagekin list measures'",
              .group = "Method",
              .value = "MEASURE"}),
  };
};

// A measure that learns from the run learns from all pages read. Throws InputError when no page
// could be used and when no page read is in a cluster, Error for a measure that is not symmetric,
// Cancelled.
PAGEKIN_API InternalEvaluation evaluate_by_measure(const Source& source,
                                                   std::span<const Assignment> assignments,
                                                   const InternalOptions& options,
                                                   const Run& run = {});

// ---- As text.

// Counts and scores, then the clusters of each label, then the templates.
PAGEKIN_API std::string to_table(const Evaluation& evaluation);

// Counts and means, then the clusters of two pages or more.
PAGEKIN_API std::string to_table(const InternalEvaluation& evaluation);

// One JSON object; numbers have 6 decimals. By labels: the counts, the scores, `per_template` and
// `label_by_cluster`, lists of objects. By a measure: `measure`, `compared`, `left_out`,
// `without_assignment`, `not_in_input`, `silhouette`, `cohesion`, `separation` and
// `per_cluster`, null where there is no value. Either may be missing.
PAGEKIN_API std::string to_json(const Evaluation* by_labels,
                                const InternalEvaluation* by_measure = nullptr);

// One row for each label and cluster that have pages in common: label, cluster (0: left out),
// pages.
PAGEKIN_API void write_labels_by_cluster(const Evaluation& evaluation, FileFormat format,
                                         const TextSink& sink);

}  // namespace pagekin
