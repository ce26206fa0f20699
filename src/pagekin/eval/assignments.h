// Reads files that say which page is in which cluster: tables with a column `page` and a column
// `template` or `cluster`, as table/read_table.h reads them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/evaluate.h"
#include "pagekin/table/file_format.h"

namespace pagekin::eval {

using pagekin::Assignment;

// Returns the rows in file order, as table/page_table.h reads them; the groups must be numbers.
// Throws InputError, naming file and line, for a group that is not a number from 0 to 2^31 - 1, and
// for the faults that read_page_table() reports.
// Cost: linear; memory holds each page id once.
std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<table::TableFormat> format = std::nullopt);

using pagekin::read_assignments;

}  // namespace pagekin::eval
