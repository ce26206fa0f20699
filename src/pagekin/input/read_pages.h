// Pages from directories, files, archives and lists of these: one streaming
// interface for all of them.
//
// Bytes are read, decompressed and handed to the consumer in parallel; what the
// consumer keeps is committed in input order, so the number of threads never
// shows. Memory is bounded by a few megabytes a thread, whatever the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"

namespace pagekin::input {

struct ReadOptions {
  std::size_t max_page_bytes = 10'000'000;  // longer pages are limited; 0: no limit
  bool all_status = false;                  // also pages whose HTTP status is not 200
  bool verify_digests = false;              // check WARC block and payload digests
  unsigned threads = 0;                     // 0: one per core
  std::uint64_t range_bytes = 1 << 20;      // of a file, for one worker at a time
};

// Work is counted in bytes of the files named, those in lists as they come; items are
// pages handed over, skipped ones included.
using pagekin::Progress;

// Collects what the consumer keeps of some consecutive pages. Used by one thread.
class PageBatch {
 public:
  virtual ~PageBatch() = default;
  // `limited` is not null when the page is not whole.
  virtual void add(const Page& page, const Incident* limited) = 0;
  virtual void skip(Incident incident) = 0;
};

class PageConsumer {
 public:
  virtual ~PageConsumer() = default;
  // Any thread. A batch may be dropped unused and its pages read again.
  virtual std::unique_ptr<PageBatch> open_batch() = 0;
  // One batch at a time, in input order. May throw to end the run.
  virtual void commit(PageBatch& batch) = 0;
};

// Reads all inputs as SPEC section 2 says. An input that cannot be opened or is of
// no known kind is an Incident; the rest goes on.
void read_pages(std::span<const std::string> inputs, const ReadOptions& options,
                PageConsumer& consumer, Progress* progress = nullptr);

}  // namespace pagekin::input
