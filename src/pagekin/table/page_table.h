// A table of pages in memory: the page, and the group that it belongs to.
//
// The group is in the column `template`, or `cluster` where there is none (older files), or by
// a column of the caller's choice. A page that occurs again in the same group counts once.
//
// Memory: the ids of the pages and about 60 bytes a page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/page_list.h"
#include "pagekin/table/read_table.h"

namespace pagekin::table {

using pagekin::PageTable;
using PageGroup = PageTableGroup;
using PageRow = PageTableRow;
constexpr std::uint32_t kNoGroup = kNoPageGroup;

// Reads a table. `by`: the column of the groups; empty: `template`, or else `cluster`. With
// `variant` a group is a template and a variant, and its id is both with a slash between them.
// A page whose group is 0, `none` or, in another column than `cluster`, empty is left out.
// Throws InputError, naming file and line, for a file without a column that is needed, for a row
// without a page, for a page in two groups and for a file without rows.
PageTable read_page_table(const std::string& path, std::string_view by = {});
PageTable read_page_table(TableReader& reader, std::string_view by = {});

// The columns that read_page_table() reads.
std::vector<std::string> page_table_columns(std::string_view by = {});

}  // namespace pagekin::table
