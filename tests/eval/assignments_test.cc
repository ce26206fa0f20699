#include "pagekin/eval/assignments.h"

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::eval {

void PrintTo(const Assignment& row, std::ostream* out) {
  *out << quote_json(row.page) << ": " << row.cluster;
}

namespace {

using namespace std::string_literals;
using Rows = std::vector<Assignment>;
using table::TableFormat;

constexpr TableFormat kFormats[] = {TableFormat::kTsv, TableFormat::kCsv, TableFormat::kJsonl};

Rows read(std::string text, std::optional<TableFormat> format = std::nullopt) {
  test::MemorySource source(std::move(text));
  return read_assignments(source, "out", format);
}

void expect_assignments_error(std::string text, const std::string& part,
                              std::optional<TableFormat> format = std::nullopt) {
  try {
    read(std::move(text), format);
    FAIL() << "no Error; expected one with " << part;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Assignments, MayLackTheHeader) {
  EXPECT_EQ(read("a\t1\nb\t2\n"), (Rows{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(read("a,1\nb,2\n"), (Rows{{"a", 1}, {"b", 2}}));
}

TEST(Assignments, MayHaveMoreColumnsWhenTheHeaderNamesThem) {
  EXPECT_EQ(read("score\tcluster\tpage\n0.5\t3\ta\n"), (Rows{{"a", 3}}));
  EXPECT_EQ(read(R"({"score": 0.5, "cluster": 3, "page": "a"})"), (Rows{{"a", 3}}));
  expect_assignments_error("page\tcluster\tscore\na\t1\n", "line 2: expected 3 columns");
}

TEST(Assignments, MayEndLinesAsWindowsDoes) {
  EXPECT_EQ(read("\xEF\xBB\xBFpage\tcluster\r\na\t1\r\n\r\nb\t2"), (Rows{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(read("page,cluster\r\n\"a\r\nb\",1\r\n\r\nc,2\r\n"), (Rows{{"a\r\nb", 1}, {"c", 2}}));
  EXPECT_EQ(read("{\"page\":\"a\",\"cluster\":1}\r\n"), (Rows{{"a", 1}}));
}

TEST(Assignments, CountAPageOnceAndInOneClusterOnly) {
  EXPECT_EQ(read("a\t1\nb\t2\na\t1\nc\t2\n"), (Rows{{"a", 1}, {"b", 2}, {"c", 2}}));
  expect_assignments_error("page\tcluster\na\t1\nb\t1\nb\t1\na\t2\n",
                           "out, line 5: page 'a' is in cluster 2 here and in 1 on line 2");
}

TEST(Assignments, NameTheLineOfABadCluster) {
  for (const std::string bad : {"", "x", "-1", "1.5", "2147483648", "1 ", "99999999999999999999"}) {
    expect_assignments_error("a\t1\nb\t" + bad + "\n", "out, line 2: expected a cluster number");
  }
  expect_assignments_error("{\"page\": \"a\", \"cluster\": 2147483648}", "out, line 1: expected");
  expect_assignments_error("{\"page\": \"a\", \"cluster\": 1.5}",
                           "out, line 1: expected a cluster number");
}

TEST(Assignments, NameTheLineOfABadRow) {
  expect_assignments_error("a\t1\nb\n", "line 2: expected 2 columns (page, cluster), found 1");
  expect_assignments_error("page,cluster\n\"a\nb\",1\nc\n", "line 4: expected 2 columns");
  expect_assignments_error("a,1\n\"b\n\n,2", "line 2: a quote is never closed");
  expect_assignments_error("a,1\n\"b\"c,2\n", "line 2: expected a comma");
}

TEST(Assignments, NameTheLineThatIsNotTheRightJson) {
  const std::string good = R"({"page": "a", "cluster": 1})"s + "\n";
  for (const std::string bad : {"{", "[]", "null", R"({"page": "a", "cluster": 1} x)",
                                R"({"page": "\ud800", "cluster": 1})", "1"}) {
    expect_assignments_error(good + bad + "\n", "out, line 2: expected a JSON object");
  }
  for (const std::string bad : {"{}", R"({"cluster": 1})", R"({"page": null, "cluster": 1})"}) {
    expect_assignments_error(good + bad + "\n", "out, line 2: expected a page, found none");
  }
  for (const std::string bad : {R"({"page": "b"})", R"({"page": "b", "cluster": -1})"}) {
    expect_assignments_error(good + bad + "\n", "out, line 2: expected a cluster number");
  }
  expect_assignments_error(good + std::string(100'000, '['), "out, line 2");
}

TEST(Assignments, TakeTheTemplateWhereThereAreBoth) {
  EXPECT_EQ(read("page\tcluster\ttemplate\na\t3\t1\nb\t2\t\n"), (Rows{{"a", 1}, {"b", 0}}));
  EXPECT_EQ(read("page\ttemplate\na\tnone\nb\t2\n"), (Rows{{"a", 0}, {"b", 2}}));
  expect_assignments_error("page\ttemplate\na\tshop\nb\t2\n", "line 2: expected a template number");
}

TEST(Assignments, MayNameTemplates) {
  EXPECT_EQ(read("page\ttemplate\na\tshop\nb\tnone\nc\tnews\nd\tshop\n"),
            (Rows{{"a", 1}, {"b", 0}, {"c", 2}, {"d", 1}}));
}

TEST(Assignments, TakeTheColumnThatIsAskedFor) {
  const test::TempDir dir;
  const std::string file =
      dir.write("a.tsv", "page\tcluster\ttemplate\tvariant\na\t3\t1\t1\nb\t2\t1\t2\nc\t2\t2\t1\n");
  EXPECT_EQ(read_assignments(file, {.by = "cluster"}), (Rows{{"a", 3}, {"b", 2}, {"c", 2}}));
  // Both templates have a variant 1, which are not the same group.
  EXPECT_EQ(read_assignments(file, {.by = "variant"}), (Rows{{"a", 1}, {"b", 2}, {"c", 3}}));
  EXPECT_THROW(read_assignments(file, {.by = "skin"}), InputError);
}

TEST(Assignments, AreAnErrorWhenThereAreNone) {
  for (const std::string text : {"", "\n\n", "page\tcluster\n"}) {
    expect_assignments_error(text, "out holds no assignments");
  }
  for (const TableFormat format : kFormats)
    expect_assignments_error("", "out holds no assignments", format);
  expect_assignments_error("what is this\n", "found a first line 'what is this'");
}

TEST(Assignments, AreReadFromAPipeByContent) {
  test::MemorySource source("page,cluster\na,1\n");
  source.sized = false;
  source.piece = 1;
  EXPECT_EQ(read_assignments(source, "standard input"), (Rows{{"a", 1}}));
}

TEST(Assignments, AreReadFromAFileByItsName) {
  const test::TempDir dir;
  EXPECT_EQ(read_assignments(dir.write("a.CSV", "\"a\tb\",1\n")), (Rows{{"a\tb", 1}}));
  EXPECT_EQ(read_assignments(dir.write("a.out", "a\t1\n")), (Rows{{"a", 1}}));
  EXPECT_THROW(read_assignments((dir.path() / "missing.tsv").string()), Error);
  EXPECT_THROW(read_assignments(dir.path().string()), Error);
}

}  // namespace
}  // namespace pagekin::eval
