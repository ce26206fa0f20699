// Turns a WARC record into a page, or reports why it is none.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/input/document_page.h"
#include "pagekin/input/http_response.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/warc/read_record.h"

namespace pagekin::input {

// Adds the pages among the records to a batch. One object per thread and file.
class RecordPages final : public warc::RecordHandler {
 public:
  RecordPages(std::string input, const ReadOptions& options, PageBatch& batch)
      : input_(std::move(input)), options_(&options), batch_(&batch) {}

  bool wants(const warc::WarcRecord& header) override;
  void record(const warc::WarcRecord& record) override;
  void damage(std::uint64_t offset, std::string detail) override;

  // Counts and reports a place where no record could be read.
  void skip_place(std::uint64_t offset, Reason reason, std::string detail);

  std::uint64_t seen() const { return seen_; }            // pages handed over or skipped
  std::uint64_t incidents() const { return incidents_; }  // of these, skipped or limited

 private:
  struct Verdict;
  Verdict judge(const warc::WarcRecord& record);
  Verdict convert(const warc::WarcRecord& record, std::string_view bytes,
                  const std::string& media_type, bool whole);
  void skip(const warc::WarcRecord& record, Reason reason, std::string detail);

  std::string input_;
  const ReadOptions* options_;
  PageBatch* batch_;
  BodyBuffers buffers_;
  DocumentPage document_;  // the last one that was converted
  std::uint64_t seen_ = 0;
  std::uint64_t incidents_ = 0;
};

// Whether a record is of interest for pages, by its header.
bool is_wanted_record(const warc::WarcRecord& header, const ReadOptions& options);

// The limits of a record for pages of these limits; a record also holds headers.
warc::RecordLimits record_limits(const ReadOptions& options);

}  // namespace pagekin::input
