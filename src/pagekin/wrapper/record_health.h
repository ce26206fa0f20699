// Whether the rows of a record are still found as they were when it was learned.
//
// A record is broken if, compared with its profile, far fewer pages have rows (skeleton/health.h),
// the pages with rows have far fewer of them, or far fewer rows have one of its cells. Rows of a
// page are much alike, so a share of rows is as sure as one of as many pages as have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/rows/read_rows.h"
#include "pagekin/skeleton/health.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct RecordHealth {
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;  // with rows
  std::uint64_t rows = 0;
  std::vector<std::uint64_t> cells;        // rows with the cell, by cell of the rule
  std::vector<std::uint32_t> page_counts;  // the rows of each page that has some

  void add(const rows::RecordRule& rule, const std::vector<rows::FoundRow>& found);

  // The median of the pages with rows.
  std::uint32_t usual_rows() const;
  double fill_rate() const { return pages == 0 ? 0 : static_cast<double>(filled) / pages; }
};

RecordProfile profile_of(const RecordHealth& seen);

skeleton::Diagnosis diagnose(const rows::RecordRule& rule, const RecordProfile& before,
                             const RecordHealth& now);

}  // namespace pagekin::wrapper
