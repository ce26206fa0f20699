// The format of a table file, known by the ending of its name.
//
//   .tsv .csv .jsonl .ndjson .parquet   each may be followed by .gz or .zst
//   .exact.csv                          CSV whose cells are not made harmless for spreadsheets
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/words.h"

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

// How a table shows columns whose texts are numbers, money, dates, or words for yes and no.
enum class ValueForms : std::uint8_t {
  kAuto,    // values in Parquet, texts in other formats
  kValues,  // of these types
  kTexts,   // what the page has
  kBoth,    // values, and the text of column NAME in column NAME_text
};
template <>
struct Words<ValueForms> {
  static constexpr std::array<std::string_view, 4> all = {"auto", "values", "texts", "both"};
};

// Where a table goes. A file has the format that the ending of its name says: .tsv, .csv, .jsonl or
// .parquet, each also with .gz or .zst after it; it appears whole or not at all.
struct TableOutput {
  std::string path;  // empty: the text goes to `lines`
  // Called with pieces of the text, never by two threads at once. A piece may end within a line.
  TextSink lines = nullptr;
  FileFormat format = TableFormat::kJsonl;  // of `lines`, and of a path that is a device or a pipe
  ValueForms values = ValueForms::kAuto;    // of records and fields
};

template <>
struct OptionsOf<TableOutput> {
  static constexpr auto all = std::tuple{
      option(&TableOutput::values,
             {.name = "values",
              .help = "columns whose texts are numbers, money, dates or yes and no: values of "
                      "these types, the texts of the page, or both, with the texts in NAME_text; "
                      "auto: values in Parquet, texts in other formats",
              .group = "Fields",
              .flag = "types"}),
  };
};

// The endings as messages and help name them.
constexpr std::string_view kTableEndings =
    ".tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it";

}  // namespace pagekin
