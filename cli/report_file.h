// The option --report and what goes with it: the visual report of a run as one HTML file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/dendrogram.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/describe/description.h"
#include "pagekin/eval/labels.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/visual/cluster_report.h"
#include "pagekin/visual/comparison_report.h"
#include "pagekin/visual/report_facts.h"

#include "cli/input_options.h"
#include "cli/output.h"

namespace pagekin::cli {

class OptionTable;

struct ReportOptions {
  std::string file;
  std::string title;
  int representatives = 3;
  bool screenshots = false;
  std::string browser;
};

// Adds --title, --representatives, --screenshots and --browser; of two crawls --title alone.
void add_report_options(OptionTable& table, ReportOptions& options, bool of_two_crawls = false);

// The first incidents of a run, which a report lists.
class IncidentList {
 public:
  explicit IncidentList(ErrorLog& log) : log_(&log) {}
  void operator()(const Incident& incident);
  const std::vector<Incident>& incidents() const { return incidents_; }

 private:
  ErrorLog* log_;
  std::vector<Incident> incidents_;
};

// What a report shows besides a run and its description.
struct ReportExtras {
  std::span<const std::string> template_labels;  // see visual::ClusterReport
  const eval::Labels* truth = nullptr;
  const Dendrogram* dendrogram = nullptr;
  double dendrogram_cut = 0;
  std::string dendrogram_note;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<Incident> incidents;
  std::vector<std::pair<std::string, double>> seconds;
};

// The pages that a report draws, for pipeline::describe_pages(). The run must outlive it.
pipeline::Drawing report_drawing(const ReportOptions& options, const pipeline::ClusterRun& run);

// Returns the texts of the report. `drawing`: as describe_pages() has filled it.
visual::ReportTexts make_report(const ReportOptions& options, const InputOptions& input,
                                const pipeline::ClusterRun& run,
                                const describe::Description& description,
                                const pipeline::Drawing& drawing, ReportExtras extras);

// The same for two crawls; `before` and `now` are their inputs. A side that cannot be read again,
// as an index or a table, has no pictures.
visual::ReportTexts make_report(const ReportOptions& options, const InputOptions& input,
                                const visual::Comparison& comparison,
                                const std::vector<std::string>& before,
                                const std::vector<std::string>& now, visual::ReportFacts facts,
                                Progress* progress);

// The name for people: --title, or the inputs.
std::string report_title(const ReportOptions& options, const InputOptions& input);

// The facts that every report has.
visual::ReportFacts report_facts(const ReportOptions& options, const InputOptions& input);

// The file of --report, opened before the work; nothing without the option.
class ReportFile {
 public:
  // Throws UsageError for another ending than .html.
  explicit ReportFile(const ReportOptions& options);
  bool is_wanted() const { return output_ != nullptr; }
  void write(const visual::ReportTexts& texts, const std::string& title);

 private:
  std::string path_;
  std::unique_ptr<Output> output_;
};

}  // namespace pagekin::cli
