#include "pagekin/report/page_list.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/byte_source.h"
#include "pagekin/table/column_cells.h"

namespace pagekin::report {
namespace {

std::string list_of(const std::vector<ListedPage>& pages, std::string_view word) {
  std::string text;
  write_page_list(pages, {}, list_format_of_word(word).value(), /*is_sample=*/false,
                  [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(PageList, HasIdsAsNumbersIfAllAreNumbers) {
  EXPECT_EQ(list_of({{.page = "a", .template_id = "3"}, {.page = "b"}}, "jsonl"),
            "{\"page\": \"a\", \"template\": 3, \"name\": null, \"template_pages\": null, "
            "\"confidence\": null}\n"
            "{\"page\": \"b\", \"template\": null, \"name\": null, \"template_pages\": null, "
            "\"confidence\": null}\n");
  const std::string mixed =
      list_of({{.page = "a", .template_id = "3"}, {.page = "b", .template_id = "03"}}, "jsonl");
  EXPECT_NE(mixed.find("\"template\": \"3\""), std::string::npos) << mixed;
  EXPECT_NE(mixed.find("\"template\": \"03\""), std::string::npos) << mixed;
}

TEST(PageList, IsAParquetTableWithOneTypePerColumn) {
  const auto types_of = [](std::string_view second_id) {
    const std::string bytes = list_of({{.page = "a", .template_id = "3", .template_pages = 2},
                                       {.page = "b", .template_id = second_id, .confidence = 0.5F}},
                                      "parquet");
    MemorySource source(bytes);
    const std::vector<std::string> names = table::open_parquet_columns(source, {})->columns();
    const auto reader = table::open_parquet_columns(source, names);
    std::size_t rows = 0;
    for (std::vector<Cell> row; reader->next(row);) ++rows;
    EXPECT_EQ(rows, 2U);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
      columns.emplace_back(names[i], reader->type(i).value());
    }
    return columns;
  };
  EXPECT_EQ(types_of("4"), (std::vector<Column>{"page",
                                                {"template", ColumnType::kInteger},
                                                "name",
                                                {"template_pages", ColumnType::kInteger},
                                                {"confidence", ColumnType::kNumber}}));
  EXPECT_EQ(types_of("shop")[1], Column("template", ColumnType::kText));
}

TEST(PageList, HasTheFormatThatTheEndingSays) {
  using Kind = ListFormat::Kind;
  EXPECT_EQ(list_format_of_name("a.txt"), (ListFormat{Kind::kUrls}));
  EXPECT_EQ(list_format_of_name("a.JSON"), (ListFormat{Kind::kJson}));
  EXPECT_EQ(list_format_of_name("a.csv.gz"),
            (ListFormat{Kind::kTable, {TableFormat::kCsv, table::Compression::kGzip}}));
  EXPECT_EQ(list_format_of_name("a.parquet"), (ListFormat{Kind::kTable, TableFormat::kParquet}));
  EXPECT_EQ(list_format_of_name("a.doc"), std::nullopt);
  EXPECT_EQ(list_format_of_word("word"), std::nullopt);
}

}  // namespace
}  // namespace pagekin::report
