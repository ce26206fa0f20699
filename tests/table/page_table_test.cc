#include "pagekin/table/page_table.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/memory_source.h"

namespace pagekin::table {
namespace {

PageTable read_pages(std::string text, std::string_view by = {}) {
  const auto reader = open_table(std::make_unique<test::MemorySource>(std::move(text)), "in",
                                 page_table_columns(by));
  return read_page_table(*reader, by);
}

void expect_pages_error(std::string text, const std::string& part, std::string_view by = {}) {
  try {
    read_pages(std::move(text), by);
    FAIL() << "no Error; expected one with " << part;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(PageTable, KeepsGroupsInTheOrderOfTheirFirstPages) {
  const PageTable table = read_pages(
      "page\ttemplate\tname\tconfidence\trepresentative\n"
      "a\t7\tproduct\t0.5\tno\nb\t2\t\t1\tyes\nc\t7\tproduct\tx\ttrue\nd\t0\t\t\t\n");
  ASSERT_EQ(table.groups.size(), 2U);
  EXPECT_EQ(table.groups[0].id, "7");
  EXPECT_EQ(table.groups[0].name, "product");
  EXPECT_EQ(table.groups[0].pages, 2U);
  EXPECT_EQ(table.groups[1].id, "2");
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_FLOAT_EQ(table.rows[0].confidence, 0.5F);
  EXPECT_FALSE(table.rows[0].representative);
  EXPECT_TRUE(table.rows[1].representative);
  EXPECT_LT(table.rows[2].confidence, 0);
  EXPECT_TRUE(table.rows[2].representative);
  EXPECT_EQ(table.rows[3].group, kNoGroup);
  EXPECT_TRUE(table.has_representatives);
  EXPECT_EQ(table.column, "template");
}

TEST(PageTable, TakesClustersWhereThereAreNoTemplates) {
  const PageTable table = read_pages("a\t1\nb\t2\nb\t2\n");
  EXPECT_EQ(table.column, "cluster");
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.groups[1].pages, 1U);
  EXPECT_FALSE(table.has_representatives);
}

TEST(PageTable, TellsVariantsOfTwoTemplatesApart) {
  const PageTable table = read_pages("page,template,variant\na,1,1\nb,2,1\nc,1,2\n", "variant");
  ASSERT_EQ(table.groups.size(), 3U);
  EXPECT_EQ(table.groups[0].id, "1/1");
  EXPECT_EQ(table.groups[1].id, "2/1");
}

TEST(PageTable, NamesWhatIsMissing) {
  expect_pages_error("page\tskin\na\tdark\n",
                     "expected the columns `page` and `template` or `cluster`");
  expect_pages_error("page\tskin\na\tdark\n", "found page, skin");
  expect_pages_error("page\ttemplate\na\t1\n", "`skin`", "skin");
  expect_pages_error("{\"template\": 1}\n", "expected the columns `page`");
  expect_pages_error("{\"page\": \"a\", \"template\": 1}\n{\"template\": 1}\n",
                     "line 2: expected a page");
  expect_pages_error("page\tcluster\na\t\n", "line 2: expected a cluster number");
  expect_pages_error("page\ttemplate\n", "holds no assignments");
  expect_pages_error("", "holds no assignments");
}

TEST(PageTable, RefusesAPageInTwoGroups) {
  expect_pages_error("page\ttemplate\na\t1\nb\t1\na\tnone\n",
                     "in, line 4: page 'a' is in template none here and in 1 on line 2");
}

}  // namespace
}  // namespace pagekin::table
