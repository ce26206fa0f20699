// The text of a cell, without the escapes and quotes of a format.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pagekin/table/cell.h"

namespace pagekin::table {

// Texts with bars between them, each with the escapes of TSV and \| for a bar.
std::string joined_by_bars(std::span<const std::string_view> texts);

// Empty for a cell without a value. Numbers have 6 decimals.
std::string to_text(const Cell& cell);

}  // namespace pagekin::table
