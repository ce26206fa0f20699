// Reads files that say which page is in which cluster, as report::write_pages writes them.
//
//   TSV    a header, then lines of page<TAB>cluster; tab, newline, carriage return and
//          backslash in ids are written \t \n \r \\ .
//   CSV    a header, then lines of page,cluster; RFC 4180 quotes, lines end in LF.
//   JSONL  lines of {"page": "...", "cluster": 1}.
//
// The column `template` takes the place of `cluster`, if there is one.
// Ill-formed UTF-8 in ids is read as U+FFFD.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"

namespace pagekin::eval {

enum class TableFormat { kTsv, kCsv, kJsonl };

// The format by the extension (.tsv, .csv, .jsonl, .ndjson, in any case); none for other names.
std::optional<TableFormat> format_of_name(std::string_view path);

struct Assignment {
  std::string page;
  int cluster = 0;  // or the template id; from 1; 0 means left out
  friend bool operator==(const Assignment&, const Assignment&) = default;
};

// Returns the rows in file order. The header may be missing in TSV and CSV; a header names the two
// columns, and there may be others. Lines may end in LF or CR LF. Without a format, the content
// decides. A page that occurs again in the same cluster counts once.
// Throws InputError, naming file and line, for a row without the two cells, for a cluster that is
// no number from 0 to 2^31 - 1, for a page in two clusters and for a file without rows.
// Cost: linear; memory holds the file and each page id once.
std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<TableFormat> format = std::nullopt);

// The same from a file, or from standard input when `path` is "-".
std::vector<Assignment> read_assignments(const std::string& path);

}  // namespace pagekin::eval
