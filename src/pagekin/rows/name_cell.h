// Names of records and cells, for people.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "pagekin/rows/regions.h"

namespace pagekin::rows {

// A text as a name: "Pub. Date:" becomes "pub_date". Letters of other scripts stay. Empty if it has
// no letters and no digits.
std::string name_of_text(std::string_view text);

// The texts of a header row of plain cells, by column.
std::map<std::uint32_t, std::string> header_row(const LaidPages& pages, const Region& region);

std::string name_of_cell(const LaidPages& pages, const Region& region,
                         const std::map<std::uint32_t, std::string>& headers,
                         const CellSource& source);

std::string name_of_record(const LaidPages& pages, const Region& region);

}  // namespace pagekin::rows
