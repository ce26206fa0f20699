// Reads any bytes as a Parquet file. Checks that its rows, written and read again, are the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/table_writer.h"

namespace {

using pagekin::table::Cell;
using pagekin::table::TableFormat;
using pagekin::table::TableWriter;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// The rows in another format. Throws Error if the file is damaged.
std::string converted(std::string_view file, TableFormat format) {
  pagekin::MemorySource source(file);
  std::vector<std::string> names = pagekin::table::open_parquet_columns(source, {})->columns();
  const auto reader = pagekin::table::open_parquet_columns(source, names);
  std::vector<pagekin::table::Column> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!reader->type(i)) throw pagekin::InputError("a column of another type");
    columns.emplace_back(names[i], *reader->type(i));
  }
  std::string text;
  TableWriter writer(format, columns, [&](std::string_view bytes) { text += bytes; });
  for (std::vector<Cell> row; reader->next(row);) writer.row(row);
  writer.finish();
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string lines;
  std::string again;
  try {
    lines = converted(bytes, TableFormat::kJsonl);
    again = converted(bytes, TableFormat::kParquet);
  } catch (const pagekin::Error&) {
    return 0;  // no Parquet file
  }
  require(converted(again, TableFormat::kJsonl) == lines, "the rows have changed");
  return 0;
}
