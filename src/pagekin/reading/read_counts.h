// How many pages a run read, and what became of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/core/error.h"
#include "pagekin/core/page.h"

namespace pagekin::reading {

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
  operator PageCounts() const {
    return {.used = clustered,
            .limited = limited,
            .skipped = skipped,
            .by_reason = by_reason,
            .passed_over = passed_over};
  }
};

using pagekin::describe_counts;
using pagekin::NoPagesError;

// Throws NoPagesError, saying why, when no page could be used. The message begins with `prefix`.
void require_pages(const ReadCounts& counts, std::string_view prefix = {});

}  // namespace pagekin::reading
