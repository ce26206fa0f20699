// Reads files that say which page is in which cluster: tables with a column `page` and a column
// `template` or `cluster`, as table/read_table.h reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/table/file_format.h"

namespace pagekin::eval {

struct Assignment {
  std::string page;
  int cluster = 0;  // or the template id; from 1; 0 means left out
  friend bool operator==(const Assignment&, const Assignment&) = default;
};

// Returns the rows in file order, as table/page_table.h reads them; the groups must be numbers.
// Throws InputError, naming file and line, for a group that is not a number from 0 to 2^31 - 1, and
// for the faults that read_page_table() reports.
// Cost: linear; memory holds each page id once.
std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<table::TableFormat> format = std::nullopt);

// Reads them from a file, or from standard input when `path` is "-". `by`: the column of the
// groups; empty: `template`, or else `cluster`.
std::vector<Assignment> read_assignments(const std::string& path, std::string_view by = {});

}  // namespace pagekin::eval
