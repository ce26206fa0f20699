// The sections of a page in which rows stand: the last heading before each row.
//
// Headings inside rows are cells of them and divide nothing.
//
// Cost: linear in the elements of the page, and the depth of each heading.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/rows/read_rows.h"

namespace pagekin::rows {

// By row the hash of the text of its heading; 0: there is none. `rows`: their first elements;
// `places`: those of the record, ascending.
std::vector<std::uint64_t> sections_of(const PlacedPage& page, std::span<const std::uint32_t> rows,
                                       std::span<const std::uint32_t> places);

}  // namespace pagekin::rows
