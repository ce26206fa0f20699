// One column of one row group of a Parquet file, row by row.
//
// What is read: texts, bytes, whole numbers, numbers, truth, and lists of texts; data pages of
// version 1 and 2; values that are plain, by dictionary or by differences; pages that are not
// compressed or compressed by snappy, gzip, zstd, brotli or LZ4 (raw).
//
// Source: Apache Parquet, file format, "Encodings".
// Cost: linear. Memory: the dictionary, and the data pages of the current row. Nothing in the file
// is trusted.
// Limits: 1 GB and 2^21 values in a page, 2^24 texts in a list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/table/cell.h"
#include "pagekin/table/column.h"
#include "pagekin/table/thrift_compact.h"

namespace pagekin::table {

// The number of a field that must be there and be from 0 to `largest`.
std::int64_t number_in(const ThriftValue& from, int field, std::int64_t largest, const char* what);

// Throws InputError if the file has fewer bytes.
std::string bytes_at(ByteSource& file, std::uint64_t at, std::size_t count);

// A column as the schema describes it.
struct ParquetLeaf {
  std::size_t chunk = 0;  // its number among the chunks of a row group
  std::int64_t type = -1;
  std::uint32_t highest = 0;  // definition level of a value that is there
  bool is_list = false;       // of texts
  bool may_be_null = false;   // the list itself, or the value
  bool is_text = false;       // declared as UTF-8

  // None: of a type that is not read.
  std::optional<ColumnType> column_type() const;
};

class ParquetChunk {
 public:
  // The file must outlive it.
  ParquetChunk(ByteSource& file, std::uint64_t file_bytes, const ThriftValue& metadata,
               const ParquetLeaf& leaf);

  // The value of the next row, valid until the next call; Cell() where it has none. Throws
  // InputError or Error if the chunk is damaged or has no further row.
  Cell next();

 private:
  ThriftValue read_head(std::string& bytes);
  void read_page();
  void read_data(const ThriftValue& head);
  void read_data_v2(const ThriftValue& head, const std::string& packed, std::size_t size);
  void read_levels(std::string_view repetitions, std::string_view definitions, std::size_t count);
  void read_values(ByteReader& rest, std::int64_t encoding);
  Cell next_list();

  ByteSource* file_;
  ParquetLeaf leaf_;
  std::int64_t codec_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  std::string dictionary_bytes_;
  std::vector<Cell> dictionary_;
  std::deque<std::string> pages_;           // of the current row; the last one is the current page
  std::vector<std::uint32_t> repetitions_;  // of the current page, by entry; of lists
  std::vector<std::uint32_t> definitions_;
  std::vector<Cell> values_;
  std::size_t entry_ = 0;
  std::size_t value_ = 0;
  std::vector<std::string_view> texts_;  // of the current row
};

}  // namespace pagekin::table
