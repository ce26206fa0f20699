#include "cli/input_options.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/flags.h"
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

void add_reading_options(OptionTable& table, InputOptions& options) {
  table
      .add("--max-page-bytes", options.read.max_page_bytes,
           "longer pages are cut and counted as limited; 0 for no limit")
      .show_default();
  table.add("--all-status", options.read.all_status, "also use pages whose HTTP status is not 200");
  table.add("--verify-digests", options.read.verify_digests, "check the digests of WARC records");
  table
      .add(
          "--url-field", options.read.url_field,
          "field of JSON lines, or column of Parquet and Arrow files, that holds the address; dots "
          "lead into objects: meta.url")
      .show_default();
  table
      .add("--html-field", options.read.html_field,
           "field of JSON lines, or column, that holds the page: response.body")
      .show_default();
  table
      .add("--html-encoding", options.read.html_encoding,
           "how JSON lines hold the page: text, base64 (also of gzip, zlib or zstd data), or auto "
           "to decide by content")
      .one_of({"auto", "text", "base64"})
      .show_default();
  table.add("--listed-pages", options.read.listed_pages,
            "of WACZ files only the pages that their lists of pages (pages/*.jsonl) name");
  table
      .add("--archives", options.read.archives,
           "of cdx:TABLE, a table of places of WARC records: the folder, or the http address, that "
           "the "
           "file names in it are below")
      .value("PLACE");
  table
      .add("--request-delay", options.read.request_delay,
           "seconds between two requests, if --archives is an address")
      .value("SECONDS")
      .range(0.0, 3600.0)
      .show_default();
  table
      .add("--keep-records", options.read.keep_records,
           "a folder for fetched records: what is there is not asked for again")
      .value("FOLDER");
  add_document_options(table, options);
  table.add("--threads", options.threads, "threads; 0 for one per core")
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
  add_unread_status(table, options);
}

void add_document_options(OptionTable& table, InputOptions& options) {
  DocumentOptions& documents = options.read.documents;
  table
      .add("--tika", documents.tika,
           "send documents that are not HTML (PDF, office files, mail, images) to the Tika server "
           "at "
           "this address, and use the pages that it makes of them: http://localhost:9998")
      .value("URL");
  table
      .add("--via", documents.via,
           "make pages of documents that are not HTML by this command: it reads a document on "
           "standard input, its type and name in PAGEKIN_TYPE and PAGEKIN_NAME, and prints HTML")
      .value("COMMAND")
      .excludes("--tika");
  table
      .add("--document-types", options.document_types,
           "media types of such documents, with commas between them; a final * stands for any "
           "ending: application/pdf,image/*")
      .value("LIST");
  table.add("--max-document-bytes", documents.max_bytes, "longer documents are skipped")
      .value("N")
      .show_default();
  table.add("--document-timeout", documents.timeout, "seconds that one document may take")
      .value("SECONDS")
      .range(0.1, 86'400.0)
      .show_default();
  table
      .add("--document-requests", documents.requests,
           "documents that are made pages at the same time, at most; never more than threads")
      .value("N")
      .range(1, 1024)
      .show_default();
}

void InputOptions::read_twice() {
  if (!read.kept) read.kept = keep_inputs();
}

Source InputOptions::source() const {
  Source source = read;
  source.inputs = inputs;
  source.strict = strict;
  for (const std::string& type : split_list(document_types)) {
    if (!type.empty()) source.documents.types.push_back(type);
  }
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
      quiet_(options.quiet || options.strict),
      verbose_(options.verbose),
      strict_(options.strict) {
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
