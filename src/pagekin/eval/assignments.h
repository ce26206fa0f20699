// Which page is in which cluster, as a file: what `pagekin cluster -o` writes and
// evaluate, select and report read.
//
//   TSV    page<TAB>cluster, header first; tab, newline, carriage return and
//          backslash in ids are written \t \n \r \\ .
//   CSV    page,cluster, header first; RFC 4180 quotes, lines end in LF.
//   JSONL  {"page": "...", "cluster": 1} a line.
//
// Ill-formed UTF-8 in ids is written as U+FFFD; ids are never changed otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"

namespace pagekin::eval {

enum class TableFormat { kTsv, kCsv, kJsonl };

// By extension (.tsv, .csv, .jsonl, .ndjson, any case); none for other names.
std::optional<TableFormat> format_of_name(std::string_view path);

struct Assignment {
  std::string page;
  int cluster = 0;  // from 1; 0 means left out
  friend bool operator==(const Assignment&, const Assignment&) = default;
};

// In file order. TSV and CSV may lack the header; where there is one, it tells the
// two columns apart from any others. Lines may end in LF or CR LF. The format is
// told by the content where it is not given. A page may occur again in the same
// cluster and then counts once.
// Throws Error, naming file and line, for a row without the two cells, for a
// cluster that is no number from 0 to 2^31 - 1, for a page in two clusters and for
// a file without any row.
// Cost: linear; memory holds the file and each page id once.
std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<TableFormat> format = std::nullopt);

// The same from a file, or from standard input when `path` is "-".
std::vector<Assignment> read_assignments(const std::string& path);

}  // namespace pagekin::eval
