// Parquet files as they are written and read back; tests/parquet compares with other readers.
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/core/text.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/table_writer.h"

#include "support/rounds.h"

namespace pagekin::table {
namespace {

using Texts = std::vector<std::string>;
// A value that owns what it has.
using Owned = std::variant<std::monostate, std::string, std::int64_t, double, bool, Texts>;
using OwnedRow = std::vector<Owned>;

struct Table {
  std::vector<Column> columns;
  std::vector<OwnedRow> rows;
};

std::string written_parquet(const Table& table) {
  std::string bytes;
  TableWriter writer(TableFormat::kParquet, table.columns,
                     [&](std::string_view piece) { bytes += piece; });
  for (const OwnedRow& row : table.rows) {
    std::vector<std::vector<std::string_view>> lists(row.size());
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (const auto* const texts = std::get_if<Texts>(&row[i])) {
        lists[i].assign(texts->begin(), texts->end());
        cells.emplace_back(lists[i]);
      } else if (const auto* const text = std::get_if<std::string>(&row[i])) {
        cells.emplace_back(*text);
      } else if (const auto* const integer = std::get_if<std::int64_t>(&row[i])) {
        cells.emplace_back(*integer);
      } else if (const auto* const number = std::get_if<double>(&row[i])) {
        cells.emplace_back(*number);
      } else if (const auto* const boolean = std::get_if<bool>(&row[i])) {
        cells.emplace_back(*boolean);
      } else {
        cells.emplace_back();
      }
    }
    writer.row(cells);
  }
  writer.finish();
  return bytes;
}

// The rows of all columns.
Table read_parquet(const std::string& bytes) {
  MemorySource source(bytes);
  const std::vector<std::string> names = open_parquet_columns(source, {})->columns();
  const auto reader = open_parquet_columns(source, names);
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::optional<ColumnType> type = reader->type(i);
    if (!type) throw InputError("a column has a type that is not read");
    table.columns.emplace_back(names[i], *type);
  }
  std::vector<Cell> cells;
  while (reader->next(cells)) {
    OwnedRow& row = table.rows.emplace_back();
    for (const Cell& cell : cells) {
      if (const auto* const texts = std::get_if<Cell::Texts>(&cell.value())) {
        row.emplace_back(Texts(texts->all.begin(), texts->all.end()));
      } else if (const auto* const text = std::get_if<std::string_view>(&cell.value())) {
        row.emplace_back(std::string(*text));
      } else if (const auto* const integer = std::get_if<std::int64_t>(&cell.value())) {
        row.emplace_back(*integer);
      } else if (const auto* const number = std::get_if<double>(&cell.value())) {
        row.emplace_back(*number);
      } else if (const auto* const boolean = std::get_if<bool>(&cell.value())) {
        row.emplace_back(*boolean);
      } else {
        row.emplace_back();
      }
    }
  }
  return table;
}

std::string error_of(const std::string& bytes) {
  try {
    read_parquet(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

Owned random_value(ColumnType type, Random& random) {
  const auto text = [&] {
    return random.chance(0.5) ? "word " + std::to_string(random.below(5))
                              : "https://a.example/" + std::to_string(random.below(1'000'000));
  };
  if (random.chance(0.2)) return {};
  switch (type) {
    case ColumnType::kText:
      return text();
    case ColumnType::kInteger:
      return static_cast<std::int64_t>(random.next());
    case ColumnType::kDate:
      return static_cast<std::int64_t>(random.below(40'000)) - 20'000;
    case ColumnType::kNumber:
      return static_cast<double>(random.below(1000)) / 7;
    case ColumnType::kBoolean:
      return random.chance(0.3);
    case ColumnType::kTexts: {
      Texts texts(random.below(4));
      for (std::string& one : texts) one = text();
      return texts;
    }
  }
  return {};
}

Table random_table(std::uint64_t seed, std::size_t rows) {
  Random random(seed);
  Table table;
  const std::size_t columns = 1 + random.below(20);
  for (std::size_t i = 0; i < columns; ++i) {
    table.columns.emplace_back("column " + std::to_string(i),
                               static_cast<ColumnType>(random.below(5)));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    OwnedRow& row = table.rows.emplace_back();
    for (const Column& column : table.columns) row.push_back(random_value(column.type, random));
  }
  return table;
}

TEST(Parquet, RandomTablesComeBack) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Table table = random_table(seed, seed == 0 ? 0 : 3 * seed);
    const Table found = read_parquet(written_parquet(table));
    EXPECT_EQ(found.columns, table.columns) << "seed " << seed;
    EXPECT_EQ(found.rows, table.rows) << "seed " << seed;
  }
}

TEST(Parquet, SeveralPagesAndRowGroupsComeBack) {
  Table table{.columns = {{"page"}, {"template", ColumnType::kInteger}, {"x", ColumnType::kTexts}},
              .rows = {}};
  for (std::int64_t i = 0; i < 100'500; ++i) {
    table.rows.push_back({"https://shop.example/" + std::to_string(i), i % 7,
                          Texts(static_cast<std::size_t>(i % 3), std::to_string(i % 11))});
  }
  const std::string bytes = written_parquet(table);
  EXPECT_LT(bytes.size(), 1'000'000U);
  EXPECT_EQ(read_parquet(bytes).rows, table.rows);
  table.rows.resize(21'000);
  EXPECT_EQ(written_parquet(table), written_parquet(table)) << "the same rows give the same bytes";
}

TEST(Parquet, LongTextsEndARowGroup) {
  Table table{.columns = {{"a"}}, .rows = {}};
  for (int i = 0; i < 40; ++i)
    table.rows.push_back({std::to_string(i) + std::string(1 << 20, 'x')});
  EXPECT_EQ(read_parquet(written_parquet(table)).rows, table.rows);
}

TEST(Parquet, AColumnMayHaveNoValues) {
  const Table table{.columns = {{"a"}, {"b", ColumnType::kBoolean}, {"c", ColumnType::kTexts}},
                    .rows = std::vector<OwnedRow>(20, OwnedRow(3))};
  EXPECT_EQ(read_parquet(written_parquet(table)).rows, table.rows);
}

TEST(Parquet, IllFormedTextsAreRepaired) {
  const Table table{.columns = {{"a"}}, .rows = {{"a\xff"}, {"a\xff"}, {std::string("b\0", 2)}}};
  const std::vector<OwnedRow> expected = {
      {to_valid_utf8("a\xff")}, {to_valid_utf8("a\xff")}, {std::string("b\0", 2)}};
  EXPECT_EQ(read_parquet(written_parquet(table)).rows, expected);
}

TEST(Parquet, OtherFilesAreRefused) {
  EXPECT_EQ(error_of("page\tcluster\nhttps://a.example/\t1\n"),
            "the Parquet file does not end with PAR1; it may be cut off");
  EXPECT_EQ(error_of("PAR1PAR1"), "the file is too short");
  EXPECT_EQ(error_of(std::string("PAR1\xff\xff\xff\x7fPAR1", 12)),
            "the Parquet metadata is too long");
}

// A file of a few bytes may claim any number of rows.
TEST(Parquet, AFileWithTooManyRowsIsRefused) {
  const Table table{.columns = {{"a", ColumnType::kBoolean}}, .rows = {OwnedRow(1)}};
  const std::string bytes = written_parquet(table);
  // The number of rows in the metadata of the file: field 3, an i64, is 1.
  const std::string before = std::string("\x16\x02", 2);
  std::size_t refused = 0;
  for (std::size_t at = bytes.find(before); at != bytes.npos; at = bytes.find(before, at + 1)) {
    std::string larger = bytes;
    larger.replace(at, 2, "\x16\x80\x80\x80\x80\x0e");
    const std::size_t size_at = larger.size() - 8;
    larger[size_at] = static_cast<char>(larger[size_at] + 4);  // of the metadata
    refused += error_of(larger).find("number of rows") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(refused, 2U) << "of the file, and of its row group";
}

// Any damage is an InputError or goes unnoticed; it never is a crash or another exception.
TEST(Parquet, DamageIsAnErrorAndNothingElse) {
  const std::string bytes = written_parquet(random_table(7, 40));
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(3000U); ++seed) {
    Random random(seed);
    std::string damaged = bytes;
    const std::size_t changes = 1 + random.below(3);
    for (std::size_t i = 0; i < changes; ++i) {
      damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] =
          static_cast<char>(random.below(256));
    }
    if (random.chance(0.2)) {
      damaged.erase(random.below(static_cast<std::uint32_t>(damaged.size())), 1 + random.below(20));
    }
    try {
      read_parquet(damaged);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, test::rounds(2000U));
}

}  // namespace
}  // namespace pagekin::table
