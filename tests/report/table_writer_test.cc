// Tables for programs. Assignments with any page ids can be read back.
#include "pagekin/report/table_writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/assignments.h"

#include "support/memory_source.h"
#include "support/shared.h"

namespace pagekin::report {
namespace {

using Rows = std::vector<eval::Assignment>;

constexpr TableFormat kFormats[] = {TableFormat::kTsv, TableFormat::kCsv, TableFormat::kJsonl};

Rows read(std::string text, std::optional<TableFormat> format = std::nullopt,
          const char* name = "out") {
  test::MemorySource source(std::move(text));
  return eval::read_assignments(source, name, format);
}

std::string write(const Rows& rows, TableFormat format) {
  std::string text;
  TableWriter writer(format, {"page", "cluster"}, [&](std::string_view piece) { text += piece; });
  for (const eval::Assignment& row : rows) writer.row({row.page, row.cluster});
  writer.finish();
  return text;
}

// Ids are numbered, so that they differ even if only their broken bytes did.
void expect_round_trip(const std::vector<std::string>& ids) {
  Rows rows;
  Rows expected;
  for (const std::string& id : ids) {
    const int number = static_cast<int>(rows.size());
    rows.push_back({id + "/" + std::to_string(number), number});
    rows.push_back({std::to_string(number) + "/" + id, number});
    for (std::size_t i = rows.size() - 2; i < rows.size(); ++i) {
      expected.push_back({to_valid_utf8(rows[i].page), number});
    }
  }
  for (const TableFormat format : kFormats) {
    const std::string text = write(rows, format);
    // Only the name says that texts of CSV were made harmless.
    const bool is_csv = format == TableFormat::kCsv;
    EXPECT_EQ(read(text, format, is_csv ? "out.csv" : "out"), expected);
    EXPECT_EQ(read(text, std::nullopt, is_csv ? "out.csv" : "out"), expected) << "no format given";
  }
}

TEST(AssignmentTable, AreWrittenAsTsv) {
  EXPECT_EQ(write({{"a\tb", 1}, {"c", 0}}, TableFormat::kTsv), "page\tcluster\na\\tb\t1\nc\t0\n");
}

TEST(AssignmentTable, AreWrittenAsCsv) {
  EXPECT_EQ(write({{"a,b", 1}, {"=c", 2}}, TableFormat::kCsv), "page,cluster\n\"a,b\",1\n'=c,2\n");
}

TEST(AssignmentTable, AreWrittenAsJsonLines) {
  EXPECT_EQ(write({{"a\"b", 1}}, TableFormat::kJsonl), "{\"page\": \"a\\\"b\", \"cluster\": 1}\n");
}

TEST(AssignmentTable, AreHandedOverInPiecesThatMakeTheWhole) {
  Rows rows;
  for (int i = 0; i < 20'000; ++i) rows.push_back({"https://a.example/" + std::to_string(i), i});
  for (const TableFormat format : kFormats) {
    std::size_t pieces = 0;
    TableWriter writer(format, {"page", "cluster"}, [&](std::string_view) { ++pieces; });
    for (const eval::Assignment& row : rows) writer.row({row.page, row.cluster});
    writer.finish();
    EXPECT_GT(pieces, 2U);
    EXPECT_LT(pieces, 50U);
    EXPECT_EQ(read(write(rows, format), format), rows);
  }
}

TEST(AssignmentTable, ComeBackWhateverTheIdsHold) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<std::string> ids(10);
    for (std::string& id : ids) {
      id.resize(random.below(8));
      for (char& byte : id) {
        byte = random.chance(0.6) ? "\t\n\r\\\",{}tn "[random.below(11)]
                                  : static_cast<char>(random.below(256));
      }
    }
    expect_round_trip(ids);
  }
}

TEST(AssignmentTable, ComeBackFromHostileStrings) {
  PAGEKIN_NEEDS_SHARED();
  const auto suites = test::shared_dir() / "suites/injection";
  const auto own = nlohmann::json::parse(test::read_file(suites / "strings.json"));
  const auto naughty = nlohmann::json::parse(test::read_file(suites / "blns/blns.json"));
  expect_round_trip(own["strings"].get<std::vector<std::string>>());
  expect_round_trip(naughty.get<std::vector<std::string>>());
}

std::string one_row(TableFormat format, const std::vector<Cell>& cells) {
  std::string text;
  TableWriter writer(format, {"a", "b,", "c", "d", "e"},
                     [&](std::string_view bytes) { text += bytes; });
  writer.row(cells);
  writer.finish();
  return text;
}

TEST(TableWriter, WritesEveryKindOfCell) {
  const std::vector<std::string_view> texts = {"x|y", "z\t"};
  const std::vector<Cell> cells = {"text", -7, 0.5, Cell(), Cell(texts, "none")};
  EXPECT_EQ(one_row(TableFormat::kTsv, cells),
            "a\tb,\tc\td\te\ntext\t-7\t0.500000\t\tx\\|y|z\\t\n");
  EXPECT_EQ(one_row(TableFormat::kCsv, cells), "a,\"b,\",c,d,e\ntext,-7,0.500000,,x\\|y|z\\t\n");
  EXPECT_EQ(one_row(TableFormat::kJsonl, cells),
            "{\"a\": \"text\", \"b,\": -7, \"c\": 0.500000, \"d\": null, \"e\": [\"x|y\", "
            "\"z\\t\"]}\n");
}

TEST(TableWriter, WritesAWordForAnEmptyList) {
  const std::vector<Cell> cells = {1, 2, 3, 4, Cell({}, "none")};
  EXPECT_TRUE(one_row(TableFormat::kTsv, cells).ends_with("\tnone\n"));
  EXPECT_TRUE(one_row(TableFormat::kJsonl, cells).ends_with("\"e\": []}\n"));
}

TEST(TableWriter, WritesTheHeaderOnlyWhereThereAreNoRows) {
  for (const TableFormat format : kFormats) {
    const std::string text = write({}, format);
    EXPECT_EQ(text, format == TableFormat::kTsv   ? "page\tcluster\n"
                    : format == TableFormat::kCsv ? "page,cluster\n"
                                                  : "");
  }
}

}  // namespace

}  // namespace pagekin::report
