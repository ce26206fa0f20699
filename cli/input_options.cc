#include "cli/input_options.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/flags.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/run_summary.h"

namespace pagekin::cli {

void add_input_options(OptionTable& table, InputOptions& options, bool required) {
  table
      .add("input", options.inputs,
           "directories, HTML files, WARC and WACZ files, JSON lines, Parquet and Arrow files, "
           "Nutch "
           "segments, crawl stores; @FILE for "
           "a list of inputs; - for pages or a list on standard input; html:, warc:, jsonl:, cdx: "
           "or "
           "list: before "
           "a name says what it is")
      .required(required);
  add_reading_options(table, options);
}

void add_clusters_input(OptionTable& table, std::string& clusters) {
  table
      .add(
          "clusters", clusters,
          "what 'pagekin cluster -o' or 'classify -o' wrote (TSV, CSV, JSON lines or Parquet, also "
          "compressed); - for standard input")
      .required();
}

void add_reading_options(OptionTable& table, InputOptions& options) {
  add_library_options(table, options.read, {"strict"});
  add_document_options(table, options);
  table.add("--threads", options.threads, "threads; 0 for one per core")
      .range(0, 1024)
      .show_default();
  table.add("--errors", options.errors,
            "list skipped and limited pages in this file (TSV: input, page, offset, fate, reason)");
  add_library_option(table, "strict", options.read);
  table.add("-q,--quiet", options.quiet, "no progress and no summary");
  table
      .add("-v,--verbose", options.verbose,
           "report every skipped or limited page, and what the method did")
      .excludes("--quiet");
  add_unread_status(table, options);
}

void add_document_options(OptionTable& table, InputOptions& options) {
  add_library_options(table, options.read.documents);
}

void InputOptions::read_twice() {
  if (!read.kept) read.kept = keep_inputs();
}

Source InputOptions::source() const {
  Source source = read;
  source.inputs = inputs;
  as_usage([&] { check_source(source); });
  return source;
}

void add_unread_status(OptionTable& table, const InputOptions& options) {
  table.at_end([unread = options.unread, quiet = &options.quiet] {
    if (*unread == 0) return 0;
    if (!*quiet) {
      fmt::print(stderr, "pagekin: {} could not be read, so the exit status is {}\n",
                 *unread == 1 ? "an input" : with_commas(*unread) + " inputs", kFailed);
    }
    return kFailed;
  });
}

ErrorLog::ErrorLog(const InputOptions& options)
    : unread_(options.unread),
      quiet_(options.quiet || options.read.strict),
      verbose_(options.verbose),
      strict_(options.read.strict) {
  if (options.errors.empty()) return;
  file_ = std::make_unique<OutputFile>(options.errors);
  file_->write(incident_header());
}

void ErrorLog::name(const Incident& incident) {
  constexpr std::uint64_t named_at_most = 10;
  const char* const clear_bar = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  if (incident.is_named_input) {
    ++*unread_;
    if (strict_) return;  // the error that ends the run names it
    fmt::print(stderr, "{}pagekin: cannot read {}: {}\n", clear_bar, printable(incident.input),
               printable(incident.detail));
    return;
  }
  const bool is_shown = is_unreadable(incident.reason) || incident.is_damage;
  if (!verbose_ && (quiet_ || !is_shown)) return;
  if (!verbose_ && ++named_ > named_at_most) return;
  fmt::print(stderr, "{}{}: {}\n", clear_bar, to_text(fate_of(incident.reason)),
             printable(to_text(incident)));
  if (!verbose_ && named_ == named_at_most) {
    fmt::print(stderr, "further unreadable pages are counted only; --errors FILE lists all\n");
  }
}

void ErrorLog::operator()(const Incident& incident) {
  Incident shown = incident;
  shown.detail = with_flags(incident.detail);
  run_summary().incident(shown);
  name(shown);
  if (file_) file_->write(incident_line(shown));
}

void ErrorLog::finish() {
  if (file_) file_->commit();
}

}  // namespace pagekin::cli
