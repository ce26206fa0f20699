// Reads Parquet files: those of parquet_rows.cc, and plain ones of other programs.
//
// What is read: flat columns of texts, whole numbers, numbers and truth, and lists of texts; data
// pages of version 1; values as they are or by dictionary; pages that are not compressed or
// compressed by zstd or gzip. All else is refused with a message that says what it is.
//
// Source: Apache Parquet, file format.
// Cost: linear; memory of the largest row group, uncompressed. Nothing in the file is trusted.
// Limits: 2^24 values in a row group, 1 GB in a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/table/cell.h"
#include "pagekin/table/column.h"
#include "pagekin/table/thrift_compact.h"

namespace pagekin::table {

class ParquetReader {
 public:
  // `file` is the whole file, which must outlive the reader; messages call it `name`.
  // Throws InputError, naming the file, if it is no such file.
  ParquetReader(std::string_view file, std::string name);

  const std::vector<Column>& columns() const { return columns_; }
  std::uint64_t row_count() const { return row_count_; }

  // Calls use() for each row in order. The cells are valid during the call; one without a value
  // is Cell(). Throws InputError as above.
  void read(const std::function<void(std::span<const Cell>)>& use) const;

  // The same for the rows of one row group, from 0.
  std::size_t group_count() const;
  void read_group(std::size_t number, const std::function<void(std::span<const Cell>)>& use) const;

 private:
  struct Leaf {
    std::int32_t type = 0;
    std::uint32_t highest = 0;  // definition level of a value that is there
    bool is_list = false;
    bool may_be_null = false;  // the list itself, or the value
  };

  void read_schema(const ThriftValue& file);
  void read_group(const ThriftValue& group,
                  const std::function<void(std::span<const Cell>)>& use) const;

  std::string_view file_;
  std::string name_;
  ThriftValue metadata_;
  std::vector<Column> columns_;
  std::vector<Leaf> leaves_;  // by column
  std::uint64_t row_count_ = 0;
};

}  // namespace pagekin::table
