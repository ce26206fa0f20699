// Reads pages from directories, files, archives and lists of these, through one streaming
// interface.
//
// Bytes are read, decompressed and handed to the consumer in parallel; what the consumer keeps is
// committed in input order, so the number of threads never changes the result. Memory is bounded
// by a few megabytes a thread for any input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/run.h"

namespace pagekin::input {

class DocumentConverter;
class RangeReader;
class SpooledInputs;

struct ReadOptions {
  std::size_t max_page_bytes = 10'000'000;  // longer pages are limited; 0: no limit
  bool all_status = false;                  // also pages whose HTTP status is not 200
  bool verify_digests = false;              // check WARC block and payload digests
  // Of JSON lines: where the address and the page are, as names of fields joined by dots, and
  // how the page is written: auto, text or base64 (see json_body.h).
  std::string url_field = "url";
  std::string html_field = "html";
  std::string html_encoding = "auto";
  bool listed_pages = false;  // of WACZ files: only the pages that their lists of pages name
  // The folder or address below which the archives of tables of coordinates lie; empty: the tables
  // name them in full.
  std::string archives = {};
  // Reads parts of files that have addresses; null: such files are refused.
  std::shared_ptr<RangeReader> ranges = nullptr;
  unsigned threads = 0;                           // 0: one per core
  std::uint64_t range_bytes = 1 << 20;            // of a file, for one worker at a time
  std::shared_ptr<PageSupplier> pages = nullptr;  // read after the inputs
  // Makes pages of documents of other types; null: they are skipped.
  std::shared_ptr<DocumentConverter> converter = nullptr;
  // Keeps standard input and pipes for further readings; null: they are read once, as they come.
  std::shared_ptr<SpooledInputs> spool = nullptr;
};

// Work is counted in bytes of the named files; files in lists are added when they are opened.
// Items are pages, including skipped ones.
using pagekin::Progress;

// Collects what the consumer keeps of consecutive pages. Used by one thread at a time.
class PageBatch {
 public:
  virtual ~PageBatch() = default;
  // `limited` is not null when the page is not whole.
  virtual void add(const Page& page, const Incident* limited) = 0;
  virtual void skip(Incident incident) = 0;
  // So many files or records were not read.
  virtual void pass_over(PassedOver /*why*/, std::uint64_t /*count*/) {}
};

class PageConsumer {
 public:
  virtual ~PageConsumer() = default;
  // Called from any thread. A batch may be dropped unused, and its pages read again into another.
  virtual std::unique_ptr<PageBatch> open_batch() = 0;
  // Called for one batch at a time, in input order. May throw to end the run.
  virtual void commit(PageBatch& batch) = 0;
};

// Reads all inputs, which are named as input_name.h says. An input that cannot be opened or is of
// no known kind is an Incident; the run goes on with the others. Throws OptionError for an
// `html_encoding` that does not exist.
void read_pages(std::span<const std::string> inputs, const ReadOptions& options,
                PageConsumer& consumer, Progress* progress = nullptr);

}  // namespace pagekin::input
