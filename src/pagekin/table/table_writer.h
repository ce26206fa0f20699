// Tables for programs: TSV, CSV, JSON lines or Parquet, with columns that are named once.
//
//   TSV      a header, then one row a line; tab, newline, carriage return and backslash are
//            written \t \n \r \\ .
//   CSV      a header, then rows with the quotes of RFC 4180; lines end in LF.
//   JSONL    one object a line.
//   Parquet  see parquet_rows.cc.
//
// Ill-formed UTF-8 is written as U+FFFD. Texts show numbers with 6 decimals, and truth as true and
// false. Memory: about 64 KB, with compression about 1 MB; for Parquet the rows of one row group.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "pagekin/table/compressed_sink.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {

class TableWriter {
 public:
  using Sink = table::Sink;

  // Hands the bytes to `sink` in pieces. Only Parquet uses the types of the columns; a cell must
  // have the type of its column there, or no value.
  TableWriter(FileFormat format, std::span<const Column> columns, Sink sink);
  TableWriter(FileFormat format, std::initializer_list<Column> columns, Sink sink)
      : TableWriter(format, std::span(columns.begin(), columns.size()), std::move(sink)) {}

  // Hands the rows to another writer, for tables that are not files.
  explicit TableWriter(std::unique_ptr<RowWriter> rows) : rows_(std::move(rows)) {}

  // `cells` has one entry for each column.
  void row(std::span<const Cell> cells) { rows_->row(cells); }
  void row(std::initializer_list<Cell> cells) { row(std::span(cells.begin(), cells.size())); }

  // Hands over what is left. Call it once, after the last row.
  void finish();

 private:
  // Its address stays the same when the writer moves. Null: the rows go elsewhere.
  std::unique_ptr<CompressedSink> sink_;
  std::unique_ptr<RowWriter> rows_;
};

}  // namespace pagekin::table
