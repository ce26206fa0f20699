// Reads tables: TSV, CSV, JSON lines and Parquet, plain or compressed (gzip, zstd).
//
//   TSV      \t \n \r \\ in cells stand for tab, newline, carriage return and backslash.
//   CSV      quotes as in RFC 4180; semicolons may stand for commas. The apostrophe before what a
//            spreadsheet would run is taken away if the name ends in .csv, but not in .exact.csv.
//   JSONL    one object a line; a list becomes one text with bars between its entries.
//   Parquet  see parquet_chunk.h; lists as in JSONL.
//
// Columns are found by their names. The first line of TSV and CSV names them; one of them must be
// `page`. A file whose first line is a page and a number has no header: it is of the old format,
// and its columns are `page` and `cluster`. JSON lines name the columns in each line.
//
// A byte order mark is dropped, lines may end in LF or CR LF, empty lines are passed over, and
// ill-formed UTF-8 is read as U+FFFD. Compression and Parquet are recognised by the first bytes.
// The format of text is that of the ending of the name (file_format.h), or else that of the first
// line.
//
// Cost: linear. Memory: of text the current row, at most kMaxRowBytes; of Parquet the file, at most
// kMaxBinaryBytes, and what parquet_chunk.h says.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/table/file_format.h"

namespace pagekin::table {

constexpr std::size_t kMaxRowBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxBinaryBytes = std::size_t{2} << 30;

struct Row {
  // By wanted column: nothing where the file lacks the column, or JSON has no value or null.
  std::vector<std::optional<std::string>> cells;
  std::size_t line = 0;  // at which the row begins, from 1; of a binary format the row's number
};

class TableReader {
 public:
  explicit TableReader(std::string name) : name_(std::move(name)) {}
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // Reads the next row; false at the end. Throws InputError, naming file and line, for a row with
  // another number of cells than the first line, for what is not a row of the format, for a row
  // that is too long, and for compressed data that is damaged or ends early.
  virtual bool next(Row& row) = 0;

  // All columns of the file in their order; of JSON lines those of the first line. Empty for a
  // file without lines.
  const std::vector<std::string>& columns() const { return columns_; }
  bool has(std::string_view column) const;

  // The name of the file, for messages.
  const std::string& name() const { return name_; }

 protected:
  std::vector<std::string> columns_;

 private:
  std::string name_;
};

// Opens a table to read its columns `wanted`; "-" is standard input. Throws
// InputError for a file that is not a table and for a first line without a column `page`.
std::unique_ptr<TableReader> open_table(const std::string& path, std::vector<std::string> wanted);

// The same for any source. `name` is the name of the file, whose ending may show the format if the
// caller does not.
std::unique_ptr<TableReader> open_table(std::unique_ptr<ByteSource> source, const std::string& name,
                                        std::vector<std::string> wanted,
                                        std::optional<TableFormat> format = std::nullopt);

// Throws InputError "FILE, line N: PROBLEM".
[[noreturn]] void throw_at_line(const std::string& file, std::size_t line,
                                const std::string& problem);

}  // namespace pagekin::table
