#include "cli/report_file.h"

#include <cstdlib>
#include <string_view>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/library_options.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

// Whoever wants the same bytes from every run sets this variable (reproducible-builds.org).
bool wants_no_times() {
  return std::getenv("SOURCE_DATE_EPOCH") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

ReportOptions ReportFlags::library() const {
  ReportOptions options = *this;
  options.command = command_line();
  options.made = wants_no_times() ? 0 : static_cast<std::int64_t>(std::time(nullptr));
  return options;
}

void add_report_options(OptionTable& table, ReportFlags& options, bool of_two_crawls) {
  if (of_two_crawls) {
    add_library_option<ReportOptions>(table, option_text<ReportOptions>("title"), options.title);
  } else {
    add_library_options<ReportOptions>(table, options);
  }
}

ReportFile::ReportFile(const ReportFlags& options) {
  if (options.file.empty()) return;
  if (!options.file.ends_with(".html") && !options.file.ends_with(".htm") &&
      options.file != "/dev/null") {
    throw UsageError("a report is FILE.html, got '" + options.file + "'");
  }
  as_usage([&] { check_options(options); });
  output_ = std::make_unique<Output>(options.file);
}

TextSink ReportFile::sink() {
  return [this](std::string_view bytes) { output_->write(bytes); };
}

void ReportFile::finish() { output_->finish(); }

}  // namespace pagekin::cli
