// Tables of the places of WARC records.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/table/table_writer.h"

#include "support/collect_pages.h"
#include "support/make_warc.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

// Each row gives a page or a message.
TEST(Coordinates, EachRowOfADamagedTableIsCounted) {
  const test::TempDir dir;
  const std::string record = test::page_record(1);
  dir.write("a.warc", record);
  constexpr std::size_t rows = 50;
  std::string table;
  table::TableWriter writer(table::TableFormat::kParquet,
                            {"filename",
                             {"offset", table::ColumnType::kInteger},
                             {"length", table::ColumnType::kInteger}},
                            [&](std::string_view piece) { table += piece; });
  for (std::size_t i = 0; i < rows; ++i) {
    const int length = static_cast<int>(record.size() - i % 7);
    writer.row(
        std::vector<table::Cell>{table::Cell("a.warc"), table::Cell(0), table::Cell(length)});
  }
  writer.finish();
  const ReadOptions options{.archives = dir.path()};
  EXPECT_EQ(test::collect({"cdx:" + dir.write("good.parquet", table)}, options).pages.size(), rows);
  std::string bad = table;
  bad.replace(40, 16, 16, '\xff');
  const test::Collected got = test::collect({"cdx:" + dir.write("bad.parquet", bad)}, options);
  EXPECT_LT(got.pages.size(), rows);
  EXPECT_EQ(got.pages.size() + got.skipped(), rows);
}

}  // namespace
}  // namespace pagekin::input
