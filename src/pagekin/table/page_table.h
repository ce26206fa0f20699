// A table of pages in memory: the page, and the group that it belongs to.
//
// The group is in the column `template`, or `cluster` where there is none (older files), or by
// a column of the caller's choice. A page that occurs again in the same group counts once.
//
// Memory: the ids of the pages and about 60 bytes a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/table/read_table.h"

namespace pagekin::table {

constexpr std::uint32_t kNoGroup = UINT32_MAX;  // left out of all groups

struct PageRow {
  std::string page;
  std::uint32_t group = kNoGroup;  // an index into PageTable::groups
  float confidence = -1;           // negative: not known
  bool representative = false;
  std::size_t line = 0;
};

struct PageGroup {
  std::string id;    // as the table has it
  std::string name;  // empty: not known
  std::size_t pages = 0;
};

struct PageTable {
  std::string file;               // its name, for messages
  std::string column;             // that has the groups
  std::vector<PageRow> rows;      // in the order of the file
  std::vector<PageGroup> groups;  // in the order of their first pages
  bool has_representatives = false;
};

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
