// The option --report and what goes with it: the visual report of a run as one HTML file.
#pragma once

#include <memory>
#include <string>

#include "pagekin/file_format.h"
#include "pagekin/report.h"

#include "cli/output.h"

namespace pagekin::cli {

class OptionTable;

struct ReportFlags : ReportOptions {
  std::string file;

  // The options as the library takes them, with the command and the time of this run.
  ReportOptions library() const;
};

// Adds --title, --representatives, --screenshots and --browser; of two crawls --title alone.
void add_report_options(OptionTable& table, ReportFlags& options, bool of_two_crawls = false);

// The file of --report, opened before the work; nothing without the option.
class ReportFile {
 public:
  // Throws UsageError for another ending than .html, and for screenshots without a browser.
  explicit ReportFile(const ReportFlags& options);
  bool is_wanted() const { return output_ != nullptr; }
  TextSink sink();
  void finish();

 private:
  std::unique_ptr<Output> output_;
};

}  // namespace pagekin::cli
