// Rows of chosen columns of a columnar file, whatever its format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/table/cell.h"
#include "pagekin/table/column.h"

namespace pagekin::table {

// Hands out the rows of a file that may be larger than memory. Columns that are not wanted may be
// of any type and are passed over.
class ColumnCells {
 public:
  virtual ~ColumnCells() = default;

  // The next row: a cell for each wanted column, Cell() where it has no value or the file lacks the
  // column. Valid until the next call. False at the end. Throws InputError for damage.
  virtual bool next(std::vector<Cell>& cells) = 0;

  // After next() has thrown: goes on behind the damage, at the next row group or record batch, if
  // it is known where that is.
  struct Passed {
    std::uint64_t rows = 0;     // that are lost, as far as that is known
    bool can_continue = false;  // else the file has been read as far as it can be
  };
  virtual Passed pass_damage() = 0;

  // Whether a wanted column is there.
  virtual bool has(std::size_t wanted) const = 0;
  // Whether it is declared to hold UTF-8 text, not bytes.
  virtual bool is_text(std::size_t wanted) const = 0;
  // The type of a column that is there. Nothing: the type is one that is not read, and the column
  // has no cells.
  virtual std::optional<ColumnType> type(std::size_t wanted) const = 0;

  // The names of all columns of the file, at the top level.
  virtual const std::vector<std::string>& columns() const = 0;
};

// Parquet; parquet_chunk.h says what is read. Memory: that of a chunk for each wanted column.
// The file must have a size and outlive the result. Throws InputError for what is not supported.
std::unique_ptr<ColumnCells> open_parquet_columns(ByteSource& file,
                                                  std::vector<std::string> wanted);

// Arrow IPC, as files (also called Feather) or streams: texts, bytes and whole numbers, not by
// dictionary; buffers that are not compressed or compressed by LZ4 or zstd. Memory: a record batch.
// The same holds for `file` and errors.
std::unique_ptr<ColumnCells> open_arrow_columns(ByteSource& file, std::vector<std::string> wanted);

// Rows without values need nearly no bytes, so what a file says of their number is believed up to
// this only.
constexpr std::uint64_t most_rows(std::uint64_t file_bytes) {
  constexpr std::uint64_t few = std::uint64_t{1} << 20;
  constexpr std::uint64_t rows_per_byte = 8;
  return file_bytes < few / rows_per_byte ? few : rows_per_byte * file_bytes;
}

// By the first bytes of a file.
bool is_parquet(std::string_view start);
bool is_arrow(std::string_view start);

}  // namespace pagekin::table
