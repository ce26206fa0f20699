// The format of a table file, known by the ending of its name.
//
//   .tsv .csv .jsonl .ndjson .parquet   each may be followed by .gz or .zst
//   .exact.csv                          CSV whose cells are not made harmless for spreadsheets
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "pagekin/export.h"

namespace pagekin {

// Takes pieces of a text or a file, in order.
using TextSink = std::function<void(std::string_view)>;

enum class TableFormat : std::uint8_t { kTsv, kCsv, kJsonl, kParquet };

enum class Compression : std::uint8_t { kNone, kGzip, kZstd };

struct FileFormat {
  FileFormat(TableFormat its_table = TableFormat::kTsv,
             Compression its_compression = Compression::kNone)
      : table(its_table), compression(its_compression) {}

  TableFormat table;
  Compression compression;  // of the whole file
  bool is_exact = false;    // of CSV: no cell is made harmless for spreadsheets

  friend bool operator==(const FileFormat&, const FileFormat&) = default;
};

// Letters may have any case. None for any other name.
PAGEKIN_API std::optional<FileFormat> format_of_name(std::string_view path);

// The endings as messages and help name them.
constexpr std::string_view kTableEndings =
    ".tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it";

}  // namespace pagekin
