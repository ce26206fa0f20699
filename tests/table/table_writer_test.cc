#include "pagekin/table/table_writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/codec/codec.h"

namespace pagekin::table {
namespace {

std::string table(const FileFormat& format, std::size_t rows) {
  std::string bytes;
  TableWriter writer(format, {{"page"}, {"representative", ColumnType::kBoolean}},
                     [&](std::string_view piece) { bytes += piece; });
  for (std::size_t i = 0; i < rows; ++i) {
    writer.row({"https://a.example/" + std::to_string(i), i % 2 == 0});
  }
  writer.finish();
  return bytes;
}

TEST(TableWriter, WritesTruthAsWords) {
  EXPECT_EQ(table(TableFormat::kTsv, 2),
            "page\trepresentative\nhttps://a.example/0\ttrue\nhttps://a.example/1\tfalse\n");
  EXPECT_EQ(table(TableFormat::kCsv, 1), "page,representative\nhttps://a.example/0,true\n");
  EXPECT_EQ(table(TableFormat::kJsonl, 1),
            "{\"page\": \"https://a.example/0\", \"representative\": true}\n");
}

TEST(TableWriter, CellsOfCsvThatSpreadsheetsWouldRunAreHarmless) {
  const auto csv = [](std::string_view text, bool is_exact) {
    std::string bytes;
    FileFormat format(TableFormat::kCsv);
    format.is_exact = is_exact;
    TableWriter writer(format, {{"x"}}, [&](std::string_view piece) { bytes += piece; });
    writer.row({Cell(text)});
    writer.finish();
    return bytes.substr(2, bytes.size() - 3);
  };
  for (const std::string text : {"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "-", "'=1",
                                 "-nan(1)", "+-1", "=HYPERLINK(\"http://x\")"}) {
    SCOPED_TRACE(text);
    const std::string cell = csv(text, false);
    EXPECT_TRUE(cell.starts_with("'") || cell.starts_with("\"'"));
    EXPECT_EQ(cell.find('\''), cell.starts_with('"') ? 1u : 0u);
    EXPECT_FALSE(csv(text, true).starts_with("''"));
  }
  EXPECT_EQ(csv("\tx", false), "'\tx");
  EXPECT_EQ(csv("=1+1", true), "=1+1");
  for (const char* const text : {"-12", "+0.5", "-1e9", "a=b", "http://a/", "", "'quoted'"}) {
    EXPECT_EQ(csv(text, false), text);
  }
  EXPECT_TRUE(format_of_name("a.exact.csv.gz")->is_exact);
  EXPECT_FALSE(format_of_name("exact/a.csv")->is_exact);
}

TEST(TableWriter, TheFirstTextOfAListMayBeEmpty) {
  const auto written = [](TableFormat format) {
    std::string bytes;
    TableWriter writer(format, {{"texts", ColumnType::kTexts}},
                       [&](std::string_view piece) { bytes += piece; });
    const std::vector<std::string_view> texts = {"", "b"};
    writer.row({Cell(texts)});
    writer.row({Cell(std::span<const std::string_view>())});
    writer.finish();
    return bytes;
  };
  EXPECT_EQ(written(TableFormat::kTsv), "texts\n|b\n\n");
  EXPECT_EQ(written(TableFormat::kJsonl), "{\"texts\": [\"\", \"b\"]}\n{\"texts\": []}\n");
}

TEST(TableWriter, ACompressedTableIsTheTable) {
  for (const std::size_t rows : {std::size_t{0}, std::size_t{3}, std::size_t{45'000}}) {
    for (const TableFormat format :
         {TableFormat::kTsv, TableFormat::kCsv, TableFormat::kJsonl, TableFormat::kParquet}) {
      const std::string plain = table(format, rows);
      std::string found;
      EXPECT_EQ(codec::decode_all(codec::Format::kGzip, table({format, Compression::kGzip}, rows),
                                  plain.size() + 1, found),
                codec::Status::kDone);
      EXPECT_EQ(found, plain);
      EXPECT_EQ(codec::decode_all(codec::Format::kZstd, table({format, Compression::kZstd}, rows),
                                  plain.size() + 1, found),
                codec::Status::kDone);
      EXPECT_EQ(found, plain);
    }
  }
  EXPECT_FALSE(table({TableFormat::kJsonl, Compression::kGzip}, 0).empty());
}

}  // namespace
}  // namespace pagekin::table
