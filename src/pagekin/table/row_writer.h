// Writes rows in one format; each format is one file of this folder.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/table/cell.h"
#include "pagekin/table/column.h"
#include "pagekin/table/file_format.h"

namespace pagekin::table {

using Sink = std::function<void(std::string_view)>;

// What writers collect before they hand it to the sink.
constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

class RowWriter {
 public:
  virtual ~RowWriter() = default;

  // `cells` has one entry for each column.
  virtual void row(std::span<const Cell> cells) = 0;

  // Hands over what is left. Called once, after the last row.
  virtual void finish() = 0;
};

// TSV and CSV.
std::unique_ptr<RowWriter> make_text_rows(FileFormat format, std::span<const Column> columns,
                                          Sink sink);
std::unique_ptr<RowWriter> make_json_lines(std::span<const Column> columns, Sink sink);
std::unique_ptr<RowWriter> make_parquet_rows(std::span<const Column> columns, Sink sink);

}  // namespace pagekin::table
