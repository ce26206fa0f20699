#include "pagekin/table/read_table.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/core/text.h"
#include "pagekin/table/table_writer.h"

#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::table {
namespace {

using namespace std::string_literals;
using Cells = std::vector<std::optional<std::string>>;
using Rows = std::vector<Cells>;

const std::vector<std::string> kWanted = {"page", "template", "confidence"};

Rows read_all_rows(TableReader& reader) {
  Rows rows;
  for (Row row; reader.next(row);) rows.push_back(row.cells);
  return rows;
}

Rows read(std::string text, const std::string& name = "in", std::size_t piece = 0) {
  auto source = std::make_unique<test::MemorySource>(std::move(text));
  if (piece > 0) source->piece = piece;
  const auto reader = open_table(std::move(source), name, kWanted);
  return read_all_rows(*reader);
}

void expect_error(std::string text, const std::string& part, const std::string& name = "in") {
  try {
    read(std::move(text), name);
    FAIL() << "no Error; expected one with " << part;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_LT(std::string(error.what()).size(), 2000U);
  }
}

TEST(ReadTable, FindsColumnsByNameInEveryFormat) {
  const Rows expected = {{"a", "3", "0.5"}, {"b", "4", "1"}};
  EXPECT_EQ(read("confidence\tskin\tpage\ttemplate\n0.5\tx\ta\t3\n1\ty\tb\t4\n"), expected);
  EXPECT_EQ(read("template,confidence,page\n3,0.5,a\n4,1,b\n"), expected);
  EXPECT_EQ(read("template;confidence;page\n3;0.5;a\n4;1;b\n"), expected);
  EXPECT_EQ(read("{\"template\": 3, \"page\": \"a\", \"confidence\": 0.5}\n"
                 "{\"page\": \"b\", \"confidence\": 1, \"template\": \"4\"}\n"),
            expected);
}

TEST(ReadTable, LeavesColumnsThatAreNotThereWithoutAValue) {
  EXPECT_EQ(read("page\ttemplate\na\t\n"), (Rows{{"a", "", std::nullopt}}));
  EXPECT_EQ(read("{\"page\": \"a\", \"template\": null}\n"),
            (Rows{{"a", std::nullopt, std::nullopt}}));
}

TEST(ReadTable, ReadsTheOldFormatWithoutAHeader) {
  const auto reader = open_table(std::make_unique<test::MemorySource>("page\t1\nb\t2\n"), "in",
                                 {"page", "cluster"});
  EXPECT_EQ(reader->columns(), (std::vector<std::string>{"page", "cluster"}));
  EXPECT_EQ(read_all_rows(*reader), (Rows{{"page", "1"}, {"b", "2"}}));
}

TEST(ReadTable, RefusesAFirstLineThatIsNeither) {
  expect_error("url\ttemplate\na\t1\n", "one column `page`");
  expect_error("a\tb\tc\n", "found the first line 'a', 'b', 'c'");
  expect_error("page\tpage\ttemplate\na\tb\t1\n", "two columns `page`");
}

TEST(ReadTable, UnescapesAndUnquotes) {
  EXPECT_EQ(read("page\ttemplate\na\\tb\\\\n\\n\t1\n"), (Rows{{"a\tb\\n\n", "1", std::nullopt}}));
  EXPECT_EQ(read("page,template\n\"a\r\n\"\"b\"\", c\",1\r\n\"\",2\n"),
            (Rows{{"a\r\n\"b\", c", "1", std::nullopt}, {"", "2", std::nullopt}}));
  EXPECT_EQ(read("{\"page\": \"a\", \"template\": [\"x|y\", 2]}"),
            (Rows{{"a", "x\\|y|2", std::nullopt}}));
}

TEST(ReadTable, TakesAwayWhatMadeACellOfCsvHarmless) {
  for (const char* const text : {"=1+1", "-x", "'=1", "''@a", "\ta", "-12", "'quoted'", "@", "'"}) {
    std::string bytes;
    TableWriter writer(TableFormat::kCsv, {{"page"}, {"template"}},
                       [&](std::string_view piece) { bytes += piece; });
    writer.row({Cell(text), Cell("x")});
    writer.finish();
    EXPECT_EQ(read(bytes, "in.csv"), (Rows{{text, "x", std::nullopt}})) << bytes;
  }
}

TEST(ReadTable, CellsOfExactCsvAndOfCsvOfOtherNamesStayAsTheyAre) {
  const std::string bytes = "page,template\n'=1,1\n=1,2\n''@a,3\n";
  const auto with = [](const char* first, const char* last) {
    return Rows{{first, "1", std::nullopt}, {"=1", "2", std::nullopt}, {last, "3", std::nullopt}};
  };
  for (const char* const name :
       {"in.exact.csv", "in.exact.csv.gz", "IN.EXACT.CSV", "in", "in.txt", "standard input"}) {
    EXPECT_EQ(read(bytes, name), with("'=1", "''@a")) << name;
  }
  for (const char* const name : {"in.csv", "in.csv.zst", "exact/in.CSV"}) {
    EXPECT_EQ(read(bytes, name), with("=1", "'@a")) << name;
  }
}

TEST(ReadTable, ExactCsvComesBackAsItWasWritten) {
  const FileFormat format = *format_of_name("a.exact.csv");
  for (const char* const text : {"=1+1", "'=1+1", "''=1", "'-' is a minus", "'quoted'", "+49 30"}) {
    std::string bytes;
    TableWriter writer(format, {{"page"}, {"template"}},
                       [&](std::string_view piece) { bytes += piece; });
    writer.row({Cell(text), Cell("x")});
    writer.finish();
    EXPECT_EQ(read(bytes, "a.exact.csv"), (Rows{{text, "x", std::nullopt}})) << bytes;
  }
}

TEST(ReadTable, TakesWhatSpreadsheetsWrite) {
  EXPECT_EQ(read("\xEF\xBB\xBFpage,template\r\na,1\r\n\r\n\r\nb,2"),
            (Rows{{"a", "1", std::nullopt}, {"b", "2", std::nullopt}}));
  expect_error("\xFF\xFEp\0a\0"s, "UTF-16");
  expect_error("PK\x03\x04zip", "save the table as CSV");
}

TEST(ReadTable, ReplacesIllFormedUtf8) {
  EXPECT_EQ(read("page\ttemplate\na\xFF\t1\n"), (Rows{{"a\xEF\xBF\xBD", "1", std::nullopt}}));
}

TEST(ReadTable, ReadsCompressedFilesOfSeveralMembers) {
  const std::string first = "page\ttemplate\na\t1\nb";
  const std::string second = "\t2\n";
  const Rows expected = {{"a", "1", std::nullopt}, {"b", "2", std::nullopt}};
  for (const std::size_t piece : {0UL, 1UL, 7UL}) {
    EXPECT_EQ(read(codec::gzip_member(first) + codec::gzip_member(second), "in.tsv.gz", piece),
              expected);
    EXPECT_EQ(read(codec::zstd_frame(first) + codec::zstd_frame(second), "in.zst", piece),
              expected);
    EXPECT_EQ(read(first + second, "in", piece), expected);
  }
}

TEST(ReadTable, TellsOfCompressedDataThatIsDamagedOrEndsEarly) {
  std::string text = "page\ttemplate\n";
  for (int i = 0; i < 5000; ++i) text += "page" + std::to_string(i * 7919) + "\t1\n";
  for (const std::string& whole : {codec::gzip_member(text), codec::zstd_frame(text)}) {
    expect_error(whole.substr(0, whole.size() / 2), "ends early", "in.tsv");
    std::string damaged = whole;
    for (std::size_t i = whole.size() / 2; i < whole.size() / 2 + 20; ++i) damaged[i] ^= 0x55;
    EXPECT_THROW(read(damaged, "in.tsv"), InputError);
  }
}

// A table in Parquet, and the rows that are read of it.
std::pair<std::string, Rows> parquet_table(int rows) {
  std::string bytes;
  TableWriter writer(TableFormat::kParquet,
                     {"page",
                      {"template", ColumnType::kInteger},
                      {"marks", ColumnType::kTexts},
                      {"confidence", ColumnType::kNumber}},
                     [&](std::string_view piece) { bytes += piece; });
  const std::vector<std::string_view> marks = {"a|b", "c"};
  Rows expected;
  for (int i = 0; i < rows; ++i) {
    const std::string page = "https://a.example/" + std::to_string(i);
    const bool has_template = i % 5 != 0;
    writer.row({page, has_template ? Cell(i % 7) : Cell(), Cell(marks), 0.5});
    expected.push_back({page, std::nullopt, "0.500000"});
    if (has_template) expected.back()[1] = std::to_string(i % 7);
  }
  writer.finish();
  return {bytes, expected};
}

TEST(ReadTable, ReadsParquetOfSeveralRowGroups) {
  const auto [bytes, expected] = parquet_table(100'500);
  EXPECT_EQ(read(bytes), expected);
}

TEST(ReadTable, ReadsParquetPlainAndCompressed) {
  const auto [bytes, expected] = parquet_table(21'000);  // several pages of values
  EXPECT_EQ(read(bytes), expected);
  EXPECT_EQ(read(codec::gzip_member(bytes)), expected);
  EXPECT_EQ(read(codec::zstd_frame(bytes), "in", 1000), expected);
  const auto reader = open_table(std::make_unique<test::MemorySource>(bytes), "in", {"marks"});
  EXPECT_EQ(reader->columns(),
            (std::vector<std::string>{"page", "template", "marks", "confidence"}));
  Row row;
  ASSERT_TRUE(reader->next(row));
  EXPECT_EQ(row.cells, (Cells{"a\\|b|c"}));
  EXPECT_EQ(row.line, 1U);
  for (const std::size_t size : {bytes.size() / 2, bytes.size() - 1}) {
    expect_error(bytes.substr(0, size), "cannot be read as a Parquet file");
  }
}

TEST(ReadTable, SaysWhatAFileIsThatIsNoTable) {
  expect_error("WARC/1.0\r\n", "found a WARC file");
  expect_error("<html>", "HTML or XML");
  expect_error("PAR1....", "in cannot be read as a Parquet file");
  expect_error("page\ttemplate\na\t1\n", "found no Parquet file", "in.parquet");
  expect_error("one word\n", "found a first line 'one word'");
  expect_error(codec::gzip_member("WARC/1.0\r\n"), "found a WARC file");
}

TEST(ReadTable, NamesTheLineOfABadRow) {
  expect_error("page\ttemplate\na\t1\nb\n", "in, line 3: expected 2 columns (page, template)");
  expect_error("page,template\n\"a\nb\",1\nc\n", "in, line 4: expected 2 columns");
  expect_error("page,template\n\"a", "in, line 2: a quote is never closed");
  expect_error("page,template\n\"a\"b,1\n", "in, line 2: expected a comma");
  expect_error("{\"page\": 1}\n{\"page\"\n", "in, line 2: expected a JSON object");
  expect_error("{\"page\": 1}\n" + std::string(300'000, '[') + "\n", "in, line 2");
}

TEST(ReadTable, RefusesARowWithoutAnEnd) {
  expect_error("page\ttemplate\n" + std::string(kMaxRowBytes + 1, 'x'), "in, line 2: the line is");
  std::string lines = "page,template\n\"";
  for (int i = 0; i < 20; ++i) lines += std::string(1 << 20, 'x') + "\n";
  expect_error(lines, "in, line 2: a quote is not closed within");
  // A small file that inflates to a huge line costs no more than the limit.
  expect_error(codec::gzip_member("page\t" + std::string(40 << 20, 'x')), "the line is longer");
}

TEST(ReadTable, GivesNoRowsOfAnEmptyFile) {
  for (const std::string text : {"", "\n\r\n", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(read(text), Rows{}) << quote_json(text);
  }
  EXPECT_EQ(read("page\ttemplate\n"), Rows{});
}

TEST(ReadTable, PassesOnAReadError) {
  auto source = std::make_unique<test::MemorySource>("page\ttemplate\na\t1\n");
  source->fails_at = 0;
  EXPECT_THROW(open_table(std::move(source), "in", kWanted), Error);
}

TEST(ReadTable, ReadsAFileByItsName) {
  const test::TempDir dir;
  const std::string file = dir.write("t.csv", "page,template\na\tb,1\n");
  EXPECT_EQ(read_all_rows(*open_table(file, kWanted)), (Rows{{"a\tb", "1", std::nullopt}}));
  EXPECT_THROW(open_table((dir.path() / "none.tsv").string(), kWanted), Error);
}

// Any bytes give rows or an InputError, the same in pieces of any size.
TEST(ReadTable, SurvivesAnyBytes) {
  const std::string alphabet = "\t\n\r\",;{}[]:\\\"pagetemplate01\xFF\xC3\x28 ";
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    std::string text = seed % 3 == 0 ? "page,template\n" : seed % 3 == 1 ? "page\ttemplate\n" : "";
    const std::uint32_t size = random.below(60);
    for (std::uint32_t i = 0; i < size; ++i) {
      text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    const auto outcome = [&](std::size_t piece) -> std::pair<Rows, std::string> {
      try {
        return {read(text, "in", piece), ""};
      } catch (const InputError& error) {
        return {{}, error.what()};
      }
    };
    EXPECT_EQ(outcome(0), outcome(1)) << quote_json(text);
  }
}

}  // namespace
}  // namespace pagekin::table
