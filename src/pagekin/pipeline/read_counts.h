// How many pages a run read, and what became of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/page.h"

namespace pagekin::pipeline {

// Every page is either clustered or skipped: read = clustered + skipped.
struct ReadCounts {
  std::uint64_t clustered = 0;  // includes limited pages
  std::uint64_t limited = 0;
  std::uint64_t skipped = 0;
  std::array<std::uint64_t, kReasonCount> by_reason{};
  PassedOverCounts passed_over{};   // what was not read because it is not taken for a page
  std::uint64_t page_bytes = 0;     // of the clustered pages
  std::uint64_t bytes_scanned = 0;  // bytes of these that were scanned
  std::string first_skipped;        // where and why the first page was skipped

  std::uint64_t read() const { return clustered + skipped; }

  // Returns how many of the skipped pages could not be read.
  std::uint64_t failed() const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < kReasonCount; ++i) {
      if (is_unreadable(static_cast<Reason>(i))) count += by_reason[i];
    }
    return count;
  }
};

// "1,512 read: 1,500 clustered (2 limited: 2 too long), 12 skipped (12 status); passed over: 3
// other name". `done` is the word for what was done to the pages that were not skipped.
std::string describe_counts(const ReadCounts& counts, std::string_view done = "clustered");

// No page could be used; the counts say why.
class NoPagesError : public InputError {
 public:
  NoPagesError(const std::string& message, ReadCounts of_run)
      : InputError(message), counts(std::move(of_run)) {}
  ReadCounts counts;
};

// Throws NoPagesError, saying why, when no page could be used. The message begins with `prefix`.
void require_pages(const ReadCounts& counts, std::string_view prefix = {});

}  // namespace pagekin::pipeline
