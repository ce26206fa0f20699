// Reads any bytes as chosen columns of a Parquet or Arrow file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/table/column_cells.h"

#include "support/memory_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  pagekin::test::MemorySource file{std::string(bytes)};
  try {
    const std::vector<std::string> wanted = {"url", "html", "id"};
    const auto cells = pagekin::table::is_parquet(bytes)
                           ? pagekin::table::open_parquet_columns(file, wanted)
                           : pagekin::table::open_arrow_columns(file, wanted);
    std::vector<pagekin::table::Cell> row;
    for (int rows = 0; rows < 100'000 && cells->next(row); ++rows) {
    }
  } catch (const pagekin::Error&) {
    // It says what is wrong.
  }
  return 0;
}
