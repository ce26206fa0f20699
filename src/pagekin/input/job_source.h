// The interface of a kind of input: it makes jobs, which read pages in parallel and commit them
// in order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/parallel.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/input/read_part.h"

namespace pagekin::input {

class FetchStatuses;

// Shared by all jobs of a run.
struct ReadContext {
  ReadOptions options;
  PageConsumer* consumer;
  Progress* progress;  // never null

  void commit(PageBatch& batch) const { consumer->commit(batch); }
};

// Makes the jobs of one input. Called by one thread at a time.
class JobSource {
 public:
  virtual ~JobSource() = default;
  virtual std::unique_ptr<Job> next() = 0;  // null at the end of the input
};

// A job that owns a batch and commits it.
class BatchJob : public Job {
 public:
  explicit BatchJob(const ReadContext& context) : context_(&context) {}
  void finish() override {
    if (batch_) context_->commit(*batch_);
  }

 protected:
  const ReadContext& context() const { return *context_; }
  PageBatch& batch() {
    if (!batch_) batch_ = context_->consumer->open_batch();
    return *batch_;
  }
  // Drops the pages added so far.
  void drop_batch() { batch_.reset(); }

 private:
  const ReadContext* context_;
  std::unique_ptr<PageBatch> batch_;
};

// A source that only reports why an input gives no pages.
std::unique_ptr<JobSource> incident_source(const ReadContext& context, Incident incident);

std::unique_ptr<JobSource> directory_source(const ReadContext& context, std::string path);
// A file with one page, compressed or not, that the user named directly.
std::unique_ptr<JobSource> html_file_source(const ReadContext& context, std::string path,
                                            std::unique_ptr<ByteSource> file);
// `begin`: where the first record begins; the bytes before it are something else.
std::unique_ptr<JobSource> warc_source(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource> file, std::uint64_t begin = 0);
// A zip file that holds WARC files. Null, with the file untouched, if it is another one and is not
// named .wacz; throws InputError if it is named so.
std::unique_ptr<JobSource> wacz_source(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource>& file);
std::unique_ptr<JobSource> jsonl_source(const ReadContext& context, std::string path,
                                        std::unique_ptr<ByteSource> file);
// Parquet and Arrow files of pages; the file must have a size. Throws InputError if it cannot be
// opened or lacks the columns.
std::unique_ptr<JobSource> column_source(const ReadContext& context, std::string path,
                                         std::unique_ptr<ByteSource> file);
// A table of the places of WARC records; see coordinates.h.
std::unique_ptr<JobSource> coordinates_source(const ReadContext& context, std::string path,
                                              std::unique_ptr<ByteSource> file);
// Adds the pages of the records that begin at `begin` to a batch, up to the end of `file`.
void read_warc_range(const ReadContext& context, const std::string& path,
                     std::unique_ptr<ByteSource> file, std::uint64_t begin, PageBatch& batch);
// A SequenceFile of pages; `statuses` may be null. Throws InputError if it holds no pages.
std::unique_ptr<JobSource> sequence_source(const ReadContext& context, std::string path,
                                           std::unique_ptr<ByteSource> file,
                                           std::shared_ptr<const FetchStatuses> statuses);
// A folder for which is_segment() holds; see nutch_segment.h.
std::unique_ptr<JobSource> segment_source(const ReadContext& context, std::string folder);
// A crawl store: a SQLite file, of `file_bytes`, or the URL of a database.
std::unique_ptr<JobSource> store_source(const ReadContext& context, const std::string& name,
                                        std::uint64_t file_bytes);
// The jobs of a part of a file. When all of them have finished, ends() says how it joins others.
class PartSource : public JobSource {
 public:
  virtual PartEnds ends() const = 0;
};
// Null for files that cannot be divided.
std::unique_ptr<PartSource> warc_part(const ReadContext& context, std::string path,
                                      std::unique_ptr<ByteSource> file, const Part& part);
std::unique_ptr<PartSource> jsonl_part(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource> file, const Part& part);
// With the statuses of the segment that the file is in. Throws InputError if it holds no pages.
std::unique_ptr<PartSource> sequence_part(const ReadContext& context, std::string path,
                                          std::unique_ptr<ByteSource> file, const Part& part);

// Pages of the calling program; begins with the first one.
std::unique_ptr<JobSource> supplied_source(const ReadContext& context,
                                           std::shared_ptr<PageSupplier> pages);

}  // namespace pagekin::input
