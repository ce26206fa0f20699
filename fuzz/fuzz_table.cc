// Reads any bytes as a table of pages, whole and in small pieces. Checks that both give the same
// rows, and that each row has a page and a group of the table.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/table/page_table.h"

#include "support/memory_source.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// The rows as one text, or the message.
std::string read(const std::string& bytes, std::size_t piece) {
  auto source = std::make_unique<pagekin::test::MemorySource>(bytes);
  if (piece > 0) source->piece = piece;
  try {
    const auto reader = pagekin::table::open_table(std::move(source), "table",
                                                   pagekin::table::page_table_columns());
    const pagekin::table::PageTable table = pagekin::table::read_page_table(*reader);
    std::string text;
    for (const pagekin::table::PageRow& row : table.rows) {
      const bool is_left_out = row.group == pagekin::table::kNoGroup;
      require(is_left_out || row.group < table.groups.size(), "a row has no group");
      require(row.confidence <= 1, "a confidence is too large");
      text += row.page + '\n' + (is_left_out ? "" : table.groups[row.group].id) + '\n';
    }
    std::size_t pages = 0;
    for (const pagekin::table::PageGroup& group : table.groups) pages += group.pages;
    require(pages <= table.rows.size(), "groups have more pages than the table");
    return text;
  } catch (const pagekin::InputError& error) {
    return error.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  require(read(bytes, 0) == read(bytes, 3), "pieces give other rows");
  return 0;
}
