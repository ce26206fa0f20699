// Puts the report of a run or of two crawls together: reads what it shows, and states its facts.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/describe/description.h"
#include "pagekin/eval/labels.h"
#include "pagekin/input/source.h"
#include "pagekin/report.h"
#include "pagekin/visual/cluster_report.h"
#include "pagekin/visual/comparison_report.h"
#include "pagekin/visual/report_facts.h"

namespace pagekin::visual {

// What a report shows besides a run and its description.
struct ReportExtras {
  std::span<const std::string> template_labels;  // see ClusterReport
  const eval::Labels* truth = nullptr;
  const Dendrogram* dendrogram = nullptr;
  double dendrogram_cut = 0;
  std::string dendrogram_note;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<Incident> incidents;
  std::vector<std::pair<std::string, double>> seconds;
  std::vector<method::Question> questions;
};

struct MadeReport {
  ReportTexts texts;
  ReportPictures pictures;
};

// The pages that a report draws, for clustering::describe_pages(). The run must outlive it.
clustering::Drawing report_drawing(const ReportOptions& options, const clustering::ClusterRun& run);

// `drawing`: as describe_pages() has filled it.
MadeReport make_report(const ReportOptions& options, const input::Source& source,
                       const clustering::ClusterRun& run, const describe::Description& description,
                       const clustering::Drawing& drawing, ReportExtras extras);

// The same for two crawls; `before` and `now` are their inputs. A side that cannot be read again,
// as an index or a table, has no pictures.
ReportTexts make_report(const input::Source& source, const Comparison& comparison,
                        const std::vector<std::string>& before, const std::vector<std::string>& now,
                        const ReportFacts& facts, Progress* progress);

// The facts that every report has.
ReportFacts report_facts(const ReportOptions& options, const std::vector<std::string>& inputs);

}  // namespace pagekin::visual
