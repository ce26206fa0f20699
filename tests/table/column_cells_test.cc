#include "pagekin/table/column_cells.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/table/table_writer.h"

#include "support/memory_source.h"
#include "support/rounds.h"
#include "tests/source_dir.h"

namespace pagekin::table {
namespace {

std::string shown(const Cell& cell) {
  if (const auto* const text = std::get_if<std::string_view>(&cell.value())) {
    return "t" + std::string(*text);
  }
  if (const auto* const number = std::get_if<std::int64_t>(&cell.value())) {
    return "n" + std::to_string(*number);
  }
  return "-";
}

// A random table of texts that recur or not, numbers, and a list, as a Parquet file. `expected`
// gets what the columns html, n and url show.
std::string random_parquet(std::mt19937& random, std::size_t rows,
                           std::vector<std::vector<std::string>>* expected = nullptr) {
  std::string bytes;
  TableWriter writer(TableFormat::kParquet,
                     {"url", {"tags", ColumnType::kTexts}, {"n", ColumnType::kInteger}, "html"},
                     [&](std::string_view piece) { bytes += piece; });
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string url = "http://a.test/" + std::to_string(random() % 20);
    const std::string html(random() % 300, static_cast<char>('a' + random() % 26));
    const std::string_view tags[] = {"x", "y"};
    const std::vector<Cell> row = {
        random() % 7 == 0 ? Cell() : Cell(url),
        Cell(std::span<const std::string_view>(tags, random() % 3)),
        random() % 5 == 0 ? Cell() : Cell(static_cast<int>(random() % 9)),
        random() % 9 == 0 ? Cell() : Cell(html)};
    writer.row(row);
    if (expected != nullptr) expected->push_back({shown(row[3]), shown(row[2]), shown(row[0])});
  }
  writer.finish();
  return bytes;
}

std::vector<std::vector<std::string>> by_columns(const std::string& bytes,
                                                 const std::vector<std::string>& wanted) {
  test::MemorySource file(bytes);
  const auto cells =
      is_parquet(bytes) ? open_parquet_columns(file, wanted) : open_arrow_columns(file, wanted);
  std::vector<std::vector<std::string>> rows;
  for (std::vector<Cell> row; cells->next(row);) {
    auto& kept = rows.emplace_back();
    for (const Cell& cell : row) kept.push_back(shown(cell));
  }
  return rows;
}

std::string file_of_others(const std::string& name) {
  std::ifstream file(std::string(PAGEKIN_SOURCE_DIR) + "/tests/golden/input-columns/" + name,
                     std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What comes out of a file that may be damaged.
struct Rescued {
  std::vector<std::string> texts;  // of the first wanted column
  std::uint64_t lost = 0;          // rows, as far as their number is known
  std::vector<std::string> errors;
};

Rescued rescue(const std::string& bytes, const std::vector<std::string>& wanted) {
  test::MemorySource file(bytes);
  const auto cells =
      is_parquet(bytes) ? open_parquet_columns(file, wanted) : open_arrow_columns(file, wanted);
  Rescued got;
  std::vector<Cell> row;
  for (bool is_done = !cells->has(0); !is_done;) {
    try {
      if (cells->next(row)) {
        got.texts.push_back(shown(row[0]));
      } else {
        is_done = true;
      }
    } catch (const InputError& error) {
      got.errors.emplace_back(error.what());
      const ColumnCells::Passed passed = cells->pass_damage();
      got.lost += passed.rows;
      if (!passed.can_continue) {
        EXPECT_FALSE(cells->next(row));
        is_done = true;
      }
    }
  }
  return got;
}

TEST(ColumnCells, GivesTheValuesThatWereWritten) {
  std::mt19937 random(11);
  for (const std::size_t rows : {0U, 1U, 7U, 900U}) {
    std::vector<std::vector<std::string>> expected;
    const std::string bytes = random_parquet(random, rows, &expected);
    for (std::vector<std::string>& row : expected) row.insert(row.begin() + 1, "-");
    EXPECT_EQ(by_columns(bytes, {"html", "absent", "n", "url"}), expected);
  }
}

TEST(ColumnCells, SaysWhichColumnsAreThere) {
  std::mt19937 random(3);
  const std::string bytes = random_parquet(random, 3);
  test::MemorySource file(bytes);
  const auto cells = open_parquet_columns(file, {"html", "absent", "n"});
  EXPECT_TRUE(cells->has(0));
  EXPECT_TRUE(cells->is_text(0));
  EXPECT_FALSE(cells->has(1));
  EXPECT_FALSE(cells->is_text(2));
  EXPECT_EQ(cells->columns(), (std::vector<std::string>{"url", "tags", "n", "html"}));
  EXPECT_EQ(cells->type(0), ColumnType::kText);
  EXPECT_EQ(cells->type(1), std::nullopt);
  EXPECT_EQ(cells->type(2), ColumnType::kInteger);
  EXPECT_EQ(open_parquet_columns(file, {"tags"})->type(0), ColumnType::kTexts);
}

TEST(ColumnCells, ParquetSurvivesDamage) {
  std::mt19937 random(5);
  const std::string good = random_parquet(random, 40);
  const int count = static_cast<int>(test::rounds(4000));
  for (int i = 0; i < count; ++i) {
    std::string bad = good;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < changes; ++k) {
      bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? 0x7f : random());
    }
    if (random() % 6 == 0) bad.resize(random() % bad.size());
    try {
      by_columns(bad, {"url", "html", "n"});
    } catch (const Error&) {
      // It says what is wrong.
    }
  }
}

// The files that tests/golden/input-columns has, as pyarrow wrote them, with bytes changed.
TEST(ColumnCells, FilesOfOthersSurviveDamage) {
  std::mt19937 random(13);
  for (const std::string name : {"plain.arrow", "views.arrow", "lz4.feather", "stream.arrows",
                                 "snappy.parquet", "v2.parquet", "delta.parquet"}) {
    const std::string good = file_of_others(name);
    EXPECT_EQ(by_columns(good, {"url", "html"}).size(), 6U) << name;
    const int count = static_cast<int>(test::rounds(2000));
    for (int i = 0; i < count; ++i) {
      std::string bad = good;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int k = 0; k < changes; ++k) {
        bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
      }
      if (random() % 8 == 0) bad.resize(random() % bad.size());
      try {
        by_columns(bad, {"url", "html", "id"});
      } catch (const Error&) {
        // It says what is wrong.
      }
    }
  }
}

TEST(ColumnCells, NoRowIsLostInSilence) {
  std::mt19937 random(17);
  for (const std::string name :
       {"plain.arrow", "views.arrow", "stream.arrows", "snappy.parquet", "v2.parquet"}) {
    const std::string good = file_of_others(name);
    const int count = static_cast<int>(test::rounds(3000));
    for (int i = 0; i < count; ++i) {
      std::string bad = good;
      bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? 0 : random());
      if (random() % 8 == 0) bad.resize(8 + random() % (bad.size() - 8));
      if (random() % 16 == 0) bad += good;
      try {
        const Rescued got = rescue(bad, {"html", "url"});
        if (got.errors.empty() && !got.texts.empty()) {
          EXPECT_GE(got.texts.size(), 6U) << name << " " << i;
        }
      } catch (const Error&) {
        // It says what is wrong.
      }
    }
  }
}

TEST(ColumnCells, SeveralParquetFilesOneAfterTheOtherAreRefused) {
  for (const std::string name : {"snappy.parquet", "v2.parquet", "delta.parquet"}) {
    const std::string good = file_of_others(name);
    EXPECT_EQ(rescue(good, {"url"}).texts.size(), 6U);
    EXPECT_THROW(rescue(good + good, {"url"}), InputError) << name;
  }
}

TEST(ColumnCells, AnArrowStreamEndsWithItsMark) {
  const std::string good = file_of_others("stream.arrows");
  EXPECT_TRUE(rescue(good, {"url"}).errors.empty());
  const Rescued cut = rescue(good.substr(0, good.size() - 8), {"url"});
  EXPECT_EQ(cut.texts.size(), 6U);
  ASSERT_EQ(cut.errors.size(), 1U);
  EXPECT_NE(cut.errors[0].find("end mark"), std::string::npos) << cut.errors[0];
  const Rescued two = rescue(good + good, {"url"});
  EXPECT_EQ(two.texts.size(), 6U);
  ASSERT_EQ(two.errors.size(), 1U);
  EXPECT_NE(two.errors[0].find("after the end"), std::string::npos) << two.errors[0];
}

TEST(ColumnCells, DamageCostsItsRowGroupAlone) {
  constexpr std::size_t rows = 101'000;  // of 100,000 in a group
  std::string bytes;
  TableWriter writer(TableFormat::kParquet, {"url"},
                     [&](std::string_view piece) { bytes += piece; });
  for (std::size_t i = 0; i < rows; ++i) {
    writer.row(std::vector<Cell>{Cell("http://a.test/" + std::to_string(i * 7919 % rows))});
  }
  writer.finish();
  std::string bad = bytes;
  bad.replace(bytes.size() / 4, 64, 64, '\xff');
  const Rescued got = rescue(bad, {"url"});
  ASSERT_EQ(got.errors.size(), 1U);
  EXPECT_EQ(got.texts.size() + got.lost, rows);
  EXPECT_GE(got.texts.size(), 1'000U);
  EXPECT_GE(got.lost, 1U);
  EXPECT_EQ(got.texts.back(), "thttp://a.test/" + std::to_string((rows - 1) * 7919 % rows));
}

// The length of the message of the second batch of three.
TEST(ColumnCells, TheFooterOfAnArrowFileLeadsBeyondDamage) {
  std::string bad = file_of_others("plain.arrow");
  std::vector<std::size_t> messages;
  for (std::size_t at = 8; (at = bad.find("\xff\xff\xff\xff", at)) != std::string::npos; at += 8) {
    messages.push_back(at);
  }
  ASSERT_GE(messages.size(), 4U);
  // A length of 0 is the end of a stream.
  for (const char length : {'\x7f', '\0'}) {
    bad.replace(messages[2] + 4, 4, 4, length);
    const Rescued got = rescue(bad, {"url"});
    EXPECT_EQ(got.texts.size(), 4U);
    EXPECT_EQ(got.errors.size(), 1U);
  }
  // The last one.
  bad = file_of_others("plain.arrow");
  bad.replace(messages[3] + 4, 4, 4, '\0');
  const Rescued got = rescue(bad, {"url"});
  EXPECT_EQ(got.texts.size(), 4U);
  ASSERT_EQ(got.errors.size(), 1U);
  EXPECT_NE(got.errors[0].find("its footer names 3"), std::string::npos) << got.errors[0];
}

TEST(ColumnCells, DamageCostsItsRecordBatchAlone) {
  std::string bad = file_of_others("plain.arrow");
  // The offsets of the texts of the second batch: its first address.
  const std::size_t text = bad.find("http://b.test/3");
  ASSERT_NE(text, std::string::npos);
  bool is_found = false;
  for (std::size_t at = text - 64; at < text; at += 4) {
    std::string changed = bad;
    changed.replace(at, 4, "\xff\xff\xff\x7f");
    const Rescued got = rescue(changed, {"url"});
    if (got.errors.size() != 1 || got.lost == 0) continue;
    is_found = true;
    EXPECT_EQ(got.texts.size() + got.lost, 6U);
    EXPECT_GE(got.texts.size(), 4U);
  }
  EXPECT_TRUE(is_found);
}

// Random bytes after the mark of a file; tests/golden/input-columns has good files, and damaged
// ones of these are read by the fuzz target.
TEST(ColumnCells, RefusesArrowDataThatIsNone) {
  EXPECT_TRUE(is_arrow(std::string_view("ARROW1\0\0", 8)));
  EXPECT_FALSE(is_arrow("ARROW"));
  EXPECT_FALSE(is_arrow("<html>"));
  std::mt19937 random(9);
  const int count = static_cast<int>(test::rounds(2000));
  for (int i = 0; i < count; ++i) {
    std::string bytes("ARROW1\0\0\xff\xff\xff\xff\x40\0\0\0", 16);
    while (bytes.size() < 120) bytes += static_cast<char>(random() % 4 == 0 ? random() : 0);
    test::MemorySource file(bytes);
    try {
      const auto cells = open_arrow_columns(file, {"u"});
      std::vector<Cell> row;
      while (cells->next(row)) {
      }
    } catch (const Error&) {
      // It says what is wrong.
    }
  }
}

}  // namespace
}  // namespace pagekin::table
