// Turns a record of a SequenceFile into a page, or reports why it is none.
//
// Values are what Nutch fetched (Content), or plain pages: Text or BytesWritable. Keys are
// addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/hadoop/nutch.h"
#include "pagekin/hadoop/sequence_file.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/fetch_statuses.h"
#include "pagekin/input/read_pages.h"

namespace pagekin::input {

// Why the records of a file with these classes are not pages; empty if they may be pages.
std::string why_no_page_file(const hadoop::SequenceHeader& header);

// The limits of records for pages of these limits.
hadoop::SequenceLimits sequence_limits(const ReadOptions& options);

// Adds the pages among the records to a batch. One object per thread and file. `statuses` may be
// null.
class SequencePages final : public hadoop::SequenceHandler {
 public:
  SequencePages(std::string_view input, const hadoop::SequenceHeader& header,
                const FetchStatuses* statuses, const ReadOptions& options, PageBatch& batch)
      : input_(input), header_(&header), statuses_(statuses), options_(&options), batch_(&batch) {}

  bool record(const hadoop::SequenceRecord& record) override;
  void fault(std::uint64_t offset, hadoop::SequenceFault fault, std::string detail) override;

  // Counts and reports a place where no record could be read.
  void skip_place(std::uint64_t offset, Reason reason, std::string detail);

  std::uint64_t seen() const { return seen_; }  // pages handed over or skipped

 private:
  struct Entry;  // a record taken apart
  void judge(const Entry& entry);
  void convert(const Entry& entry, const std::string& media_type, bool whole);
  void skip(const Entry& entry, Reason reason, std::string detail);
  // The reason why Nutch did not get this page; nothing if it did.
  std::optional<std::string> bad_status(const Entry& entry) const;

  std::string_view input_;
  const hadoop::SequenceHeader* header_;
  const FetchStatuses* statuses_;
  const ReadOptions* options_;
  PageBatch* batch_;
  hadoop::NutchContent content_;
  std::string buffer_;
  std::uint64_t seen_ = 0;
};

}  // namespace pagekin::input
