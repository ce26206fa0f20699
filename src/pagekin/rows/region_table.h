// The columns that the rows of a region could have: every feature that varies, once.
//
// Equal columns are one, under the place that says most. A column whose texts all begin with the
// same few words, or end with the same joining word ("by", "on"), is there without them, too.
//
// Cost: time and memory linear in the features of all rows.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/rows/regions.h"

namespace pagekin::rows {

struct RegionColumn {
  CellSource source;
  Cut cut;
  std::vector<std::pair<std::uint32_t, std::string>> values;  // by row, ascending
  std::size_t distinct = 0;
  std::size_t bytes = 0;  // of all values
};

struct RegionTable {
  std::vector<RegionColumn> columns;  // by source; one without a cut before one with a cut
  std::size_t rows = 0;

  const RegionColumn* find(const CellSource& source, bool has_cut = false) const;
};

RegionTable table_of(const LaidPages& pages, const Region& region);

}  // namespace pagekin::rows
