#include "cli/input_options.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/core/text.h"

#include "cli/options.h"

namespace pagekin::cli {

void add_input_options(OptionTable& table, InputOptions& options, bool required) {
  table
      .add("input", options.inputs,
           "directories, HTML files, WARC files, JSON lines; @FILE or - for a list of inputs")
      .required(required);
  add_reading_options(table, options);
}

void add_reading_options(OptionTable& table, InputOptions& options) {
  table
      .add("--max-page-bytes", options.read.max_page_bytes,
           "longer pages are cut and counted as limited; 0 for no limit")
      .show_default();
  table.add("--all-status", options.read.all_status, "also use pages whose HTTP status is not 200");
  table.add("--verify-digests", options.read.verify_digests, "check the digests of WARC records");
  table.add("--threads", options.read.threads, "threads; 0 for one per core")
      .range(0, 1024)
      .show_default();
  table.add("--errors", options.errors,
            "list skipped and limited pages in this file (TSV: input, page, offset, fate, reason)");
  table.add("--strict", options.strict, "stop with status 1 at the first unreadable page");
  table.add("-q,--quiet", options.quiet, "no progress and no summary");
  table
      .add("-v,--verbose", options.verbose,
           "report every skipped or limited page, and what the method did")
      .excludes("--quiet");
}

ErrorLog::ErrorLog(const InputOptions& options)
    : quiet_(options.quiet || options.strict), verbose_(options.verbose) {
  if (options.errors.empty()) return;
  file_ = std::make_unique<AtomicFile>(options.errors);
  table_ = std::make_unique<report::IncidentTable>(
      [file = file_.get()](std::string_view bytes) { file->write(bytes); });
}

void ErrorLog::name(const Incident& incident) {
  constexpr std::uint64_t named_at_most = 10;
  if (!verbose_ && (quiet_ || !is_unreadable(incident.reason))) return;
  if (!verbose_ && ++named_ > named_at_most) return;
  const char* const clear_bar = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  fmt::print(stderr, "{}{}: {}\n", clear_bar, to_text(fate_of(incident.reason)),
             printable(to_text(incident)));
  if (!verbose_ && named_ == named_at_most) {
    fmt::print(stderr, "further unreadable pages are counted only; --errors FILE lists all\n");
  }
}

void ErrorLog::operator()(const Incident& incident) {
  name(incident);
  if (table_) table_->add(incident);
}

void ErrorLog::finish() {
  if (!file_) return;
  table_->finish();
  file_->commit();
}

}  // namespace pagekin::cli
