// The columns of tables: the column of each cell, and the header above it.
//
// A row of thead is a header, and so are rows of two th or more at the beginning of a table. Texts
// of several header rows in one column are joined: "Home Goals". Equal headers are distinguished by
// their turn: "Goals", "Goals 2".
//
// Cost: linear in the cells, with spans.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "pagekin/rows/row_page.h"

namespace pagekin::rows {

// Before the call, `column` of a cell holds its spans (colspan in the lower 16 bits, rowspan in the
// upper), or kNone. `number` gives a name a number in RowPage::names.
void read_grid(RowPage& page, const std::function<std::uint32_t(std::string_view)>& number);

}  // namespace pagekin::rows
