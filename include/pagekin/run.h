// What to read, and how a run is watched and stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/page.h"

namespace pagekin {

// Pages that the program has in memory or makes itself, as an input like any other.
class PAGEKIN_API PageSupplier {
 public:
  // Some pages, in order. Their views stay valid while `owner` exists; any thread may release it.
  struct Batch {
    std::vector<Page> pages;
    std::shared_ptr<const void> owner;
  };

  virtual ~PageSupplier();

  // Called before each reading, also before the first. Goes back to the first page.
  virtual void begin() = 0;

  // The next pages; none: there are no more. Called by one thread at a time, not always by the
  // same. An exception that it throws ends the run.
  virtual Batch next() = 0;

  // Whether begin() may be called again: some uses read the pages more than once.
  virtual bool can_begin_again() const = 0;

  // The number of pages; 0: not known. For progress only.
  virtual std::uint64_t size() const { return 0; }
};

// How documents of other types than HTML are made pages, in runs where `tika` or `via` is given.
struct DocumentOptions {
  std::string tika = {};  // the address of a Tika server: "http://localhost:9998"
  std::string via = {};   // a command that reads a document on standard input and prints HTML
  // Media types; a final * stands for any ending; none: the usual ones.
  std::vector<std::string> types = {};
  std::uint64_t max_bytes = 50'000'000;  // longer documents are skipped
  double timeout = 60;                   // seconds that one document may take
  unsigned requests = 4;                 // documents at the same time; never more than threads
};

template <>
struct OptionsOf<DocumentOptions> {
  using Self = DocumentOptions;
  static constexpr auto all = std::tuple{
      option(&Self::tika,
             {.name = "tika",
              .help = "send documents that are not HTML (PDF, office files, mail, images) to the "
                      "Tika server at this address, and use the pages that it makes of them: "
                      "http://localhost:9998",
              .group = "Documents",
              .value = "URL"}),
      option(&Self::via,
             {.name = "via",
              .help = "make pages of documents that are not HTML by this command: it reads a "
                      "document on standard input, its type and name in PAGEKIN_TYPE and "
                      "PAGEKIN_NAME, and prints HTML",
              .group = "Documents",
              .value = "COMMAND",
              .excludes = "tika"}),
      option(&Self::types,
             {.name = "types",
              .help = "media types of such documents, with commas between them; a final * stands "
                      "for any ending: application/pdf,image/*",
              .group = "Documents",
              .value = "LIST",
              .flag = "document-types",
              .list = ListForm::kCommas}),
      option(&Self::max_bytes, {.name = "max_bytes",
                                .help = "longer documents are skipped",
                                .group = "Documents",
                                .value = "N",
                                .flag = "max-document-bytes"}),
      option(&Self::timeout, {.name = "timeout",
                              .help = "seconds that one document may take",
                              .group = "Documents",
                              .value = "SECONDS",
                              .min = 0.1,
                              .max = 86'400,
                              .flag = "document-timeout"}),
      option(&Self::requests,
             {.name = "requests",
              .help = "documents that are made pages at the same time, at most; never more than "
                      "threads",
              .group = "Documents",
              .value = "N",
              .min = 1,
              .max = 1024,
              .flag = "document-requests"}),
  };
};

// Standard input and pipes, kept for further readings. See Source::kept.
class PAGEKIN_API KeptInputs {
 public:
  virtual ~KeptInputs();
};
PAGEKIN_API std::shared_ptr<KeptInputs> keep_inputs();

// Where pages come from.
struct Source {
  // Directories, HTML files, WARC files, JSON lines, Nutch segments, crawl stores, @FILE for a list
  // of inputs, - for pages or a list on standard input; html:, warc:, jsonl: or list: before a name
  // says what it is.
  std::vector<std::string> inputs;
  std::size_t max_page_bytes = 10'000'000;  // longer pages are cut; 0: no limit
  bool all_status = false;                  // also use pages whose HTTP status is not 200
  bool verify_digests = false;              // check the digests of WARC records
  bool strict = false;                      // the first unreadable page ends the run
  std::string url_field = "url";            // of JSON lines; dots lead into objects: "meta.url"
  std::string html_field = "html";          // of JSON lines: where the page is
  std::string html_encoding = "auto";       // of the page in JSON lines: auto, text, base64
  bool listed_pages = false;  // of WACZ files: only the pages that their lists of pages name
  // For inputs cdx:TABLE, which list places of WARC records: the folder or http address that has
  // the archives; the seconds between two requests; a folder for what was fetched.
  std::string archives = {};
  double request_delay = 1;
  std::string keep_records = {};
  DocumentOptions documents = {};
  // Calls with the same object read what standard input and pipes gave the first of them.
  std::shared_ptr<KeptInputs> kept = nullptr;
  // Read after the inputs. Empty and binary pages are skipped, long ones cut, as in files. A body
  // with charset "utf-8" is taken for text, whatever the page declares.
  std::shared_ptr<PageSupplier> pages = nullptr;
};

template <>
struct OptionsOf<Source> {
  using Self = Source;
  static constexpr auto all = std::tuple{
      option(&Self::max_page_bytes,
             {.name = "max_page_bytes",
              .help = "longer pages are cut and counted as limited; 0 for no limit",
              .group = "Input",
              .value = "N"}),
      option(&Self::all_status, {.name = "all_status",
                                 .help = "also use pages whose HTTP status is not 200",
                                 .group = "Input"}),
      option(&Self::verify_digests, {.name = "verify_digests",
                                     .help = "check the digests of WARC records",
                                     .group = "Input"}),
      option(&Self::url_field,
             {.name = "url_field",
              .help = "field of JSON lines, or column of Parquet and Arrow files, that holds the "
                      "address; dots lead into objects: meta.url",
              .group = "Input",
              .value = "NAME"}),
      option(&Self::html_field,
             {.name = "html_field",
              .help = "field of JSON lines, or column, that holds the page: response.body",
              .group = "Input",
              .value = "NAME"}),
      option(&Self::html_encoding,
             {.name = "html_encoding",
              .help = "how JSON lines hold the page: text, base64 (also of gzip, zlib or zstd "
                      "data), or auto to decide by content",
              .group = "Input",
              .choices = "auto|text|base64"}),
      option(
          &Self::listed_pages,
          {.name = "listed_pages",
           .help = "of WACZ files, read only the pages that their lists of pages (pages/*.jsonl) "
                   "name",
           .group = "Input"}),
      option(
          &Self::archives,
          {.name = "archives",
           .help = "for cdx:TABLE, a table of places of WARC records: the folder or http address "
                   "of the files that it names",
           .group = "Input",
           .value = "PLACE"}),
      option(&Self::request_delay,
             {.name = "request_delay",
              .help = "seconds between two requests, if `archives` is an address",
              .group = "Input",
              .value = "SECONDS",
              .max = 3600}),
      option(&Self::keep_records,
             {.name = "keep_records",
              .help = "a folder for fetched records: what is there is not asked for again",
              .group = "Input",
              .value = "FOLDER"}),
      option(&Self::strict, {.name = "strict",
                             .help = "stop with status 1 at the first unreadable page",
                             .group = "Running"}),
  };
};

// Throws OptionError if an address is not valid, or if options do not fit each other, such as
// types of documents without anything that makes pages of them.
PAGEKIN_API void check_source(const Source& source);

// How far a run has come.
struct ProgressReport {
  std::string_view phase;   // "reading", "comparing"
  std::string_view unit;    // of `items`, such as "pages" or "pairs"
  std::uint64_t done = 0;   // of `total`
  std::uint64_t total = 0;  // 0: not known
  std::uint64_t items = 0;
  std::uint64_t failed = 0;  // of the items
  // Whether the work finds more work, as a crawl does. Then there is no total: `waiting` is the
  // work known to be left, and `reached` of the `goal` items are done.
  bool finds_more = false;
  std::uint64_t waiting = 0;
  std::uint64_t goal = 0;  // 0: none
  std::uint64_t reached = 0;
};

// How a run is carried out. None of it changes the result.
struct Run {
  unsigned threads = 0;  // 0: one per core
  std::stop_token stop;  // a request to stop ends the run with Cancelled

  // Called a few times a second by a thread of the library, never by two at once.
  std::function<void(const ProgressReport&)> progress;

  // Called for every page that is skipped or limited, in input order, never by two threads
  // at once. An exception that it throws ends the run.
  std::function<void(const Incident&)> incident;
};

// Values of options by name, as text: {"length", "40"}.
using OptionMap = std::map<std::string, std::string>;

// "name:key=value,key=value", the form in which methods and measures are chosen. Throws
// OptionError for a name, key or value that the form cannot hold.
PAGEKIN_API std::string make_spec(const std::string& name, const OptionMap& options);

}  // namespace pagekin
