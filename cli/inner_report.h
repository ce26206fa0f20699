// The reports of commands that do not yet go through the public interface.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/visual/report_file.h"
#include "pagekin/visual/run_report.h"

#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/report_file.h"
#include "cli/run_summary.h"

namespace pagekin::cli {

using visual::ReportExtras;

// The first incidents of a run, which a report lists.
class IncidentList {
 public:
  explicit IncidentList(ErrorLog& log) : log_(&log) {}
  void operator()(const Incident& incident) {
    if (incidents_.size() < visual::kMostIncidents) incidents_.push_back(incident);
    (*log_)(incident);
  }
  const std::vector<Incident>& incidents() const { return incidents_; }

 private:
  ErrorLog* log_;
  std::vector<Incident> incidents_;
};

inline visual::ReportTexts make_report(const ReportFlags& options, const InputOptions& input,
                                       const clustering::ClusterRun& run,
                                       const describe::Description& description,
                                       const clustering::Drawing& drawing, ReportExtras extras) {
  visual::MadeReport report = visual::make_report(options.library(), inner_source(input), run,
                                                  description, drawing, std::move(extras));
  if (options.screenshots) {
    run_summary().result("screenshots", report.screenshots);
    run_summary().result("failed_screenshots", report.failed_screenshots);
  }
  if (!input.quiet) fmt::print(stderr, "{}", report.note);
  return std::move(report.texts);
}

inline void write_report(ReportFile& file, const visual::ReportTexts& texts,
                         const std::string& title) {
  if (!file.is_wanted()) return;
  visual::write_report_file(texts, title + " - pagekin", file.sink());
  file.finish();
}

}  // namespace pagekin::cli
