// Results as tables: columns in memory, or files.
//
//   pagekin::write_page_table(found, "pages.parquet");
//   const pagekin::Table table =
//       pagekin::page_table(found, pagekin::parse_page_columns("page,template,name"));
//
// The files are those of the command line program, byte for byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/words.h"

namespace pagekin {

enum class ColumnKind : std::uint8_t { kText, kInteger, kNumber, kFlag, kTexts };

// One column. The layout is that of Apache Arrow, so that a binding need not copy it.
struct TableColumn {
  std::string name;
  ColumnKind kind = ColumnKind::kText;
  std::size_t missing = 0;              // rows without a value
  std::vector<std::uint8_t> valid;      // one bit a row, lowest first; empty: all rows have a value
  std::vector<std::int64_t> integers;   // kInteger
  std::vector<double> numbers;          // kNumber
  std::vector<std::uint8_t> flags;      // kFlag: one bit a row, lowest first
  std::string text;                     // kText, kTexts: all values, UTF-8
  std::vector<std::int64_t> ends;       // of values in `text`; begins with 0
  std::vector<std::int64_t> list_ends;  // kTexts: of rows, counted in values; begins with 0
};

struct Table {
  std::size_t rows = 0;
  std::vector<TableColumn> columns;
};

// The columns of a table of pages; docs/formats.md describes them.
enum class PageColumn : std::uint8_t {
  kPage,
  kTemplate,
  kVariant,
  kConfidence,
  kRepresentative,
  kName,
  kCluster,
  kHost,
  kUrlShape,
  kInput,
  kOffset,
};
template <>
struct Words<PageColumn> {
  static constexpr std::array<std::string_view, 11> all = {
      "page",    "template", "variant",   "confidence", "representative", "name",
      "cluster", "host",     "url_shape", "input",      "offset"};
};

// What is written unless the user asks for other columns.
constexpr std::array kUsualPageColumns = {PageColumn::kPage, PageColumn::kTemplate,
                                          PageColumn::kVariant, PageColumn::kConfidence,
                                          PageColumn::kRepresentative};

// Reads names with commas between them. Throws OptionError for an unknown name and for one that
// is there twice.
PAGEKIN_API std::vector<PageColumn> parse_page_columns(std::string_view names);

// Whether some column needs ClusterOptions::has_origins.
PAGEKIN_API bool needs_origins(std::span<const PageColumn> columns);

// The pages of a result, one row a page. Names of templates have marks only after
// describe_templates().
PAGEKIN_API Table page_table(const ClusterResult& result,
                             std::span<const PageColumn> columns = kUsualPageColumns);

// The templates, by falling number of pages: template, name, pages, share, variants, hosts,
// url_shape, exemplar, representatives, marks, confidence. Marks need describe_templates().
PAGEKIN_API Table template_table(const ClusterResult& result);

// The same as files: .tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it. A file
// appears whole or not at all. Throws OptionError for another ending, Error where it cannot be
// written.
PAGEKIN_API void write_page_table(const ClusterResult& result, const std::string& path,
                                  std::span<const PageColumn> columns = kUsualPageColumns);
PAGEKIN_API void write_template_table(const ClusterResult& result, const std::string& path);

// The same, handed to `sink` piece by piece.
PAGEKIN_API void write_page_table(const ClusterResult& result, std::span<const PageColumn> columns,
                                  const FileFormat& format, const TextSink& sink);
PAGEKIN_API void write_template_table(const ClusterResult& result, const FileFormat& format,
                                      const TextSink& sink);

// Any table as a file, with the bytes that the functions above write for the same values. A column
// may lack `valid`, `text` or `ends` where it has no such values. Throws OptionError for columns
// whose lengths do not fit.
PAGEKIN_API void write_table(const Table& table, const std::string& path);

// A row of a table of pages whose templates were found elsewhere: see distribute.h.
struct PageRow {
  std::string_view page;
  std::uint64_t template_id = 0;    // 0: none
  std::uint64_t variant = 0;        // 0: none
  std::optional<float> confidence;  // none if the method gives none
  bool is_representative = false;
  std::optional<std::string_view> input;
  std::optional<std::uint64_t> offset;
};

// Writes a table of pages row by row: the bytes of write_page_table() for the same rows, in bounded
// memory.
class PAGEKIN_API PageRowWriter {
 public:
  // Throws OptionError for an ending that names no format, and for the column `name`, which needs
  // the pages.
  PageRowWriter(const std::string& path, std::span<const PageColumn> columns = kUsualPageColumns);
  ~PageRowWriter();
  PageRowWriter(const PageRowWriter&) = delete;
  PageRowWriter& operator=(const PageRowWriter&) = delete;

  void add(const PageRow& row);

  // Makes the file appear. Without this call nothing remains.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
