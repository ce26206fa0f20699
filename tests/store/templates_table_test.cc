// The table of templates, which is made when the first clustering with templates is saved.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "store/stores.h"

namespace pagekin::store {
namespace {

class TemplatesTable : public BothStores {};
INSTANTIATE_TEST_SUITE_P(On, TemplatesTable, testing::Values(Kind::kSqlite, Kind::kPostgresql),
                         kind_name);

using Rows = std::vector<std::string>;

Rows templates_of(const std::string& name) {
  const auto database = open_database(name, Access::kRead);
  const auto rows = database->prepare(
      "SELECT clustering, cluster, template, name FROM templates ORDER BY clustering, cluster");
  Rows found;
  while (rows->next()) {
    found.push_back(std::to_string(rows->integer(0)) + " " + std::to_string(rows->integer(1)) +
                    " " + std::to_string(rows->integer(2)) + " " + std::string(rows->text(3)));
  }
  return found;
}

TEST_P(TemplatesTable, IsMadeOnceAndKeepsTheNamesAsTheyAre) {
  const std::string hostile = "'); DROP TABLE pages; --";
  using Template = CrawlWriter::Template;
  {
    const auto writer = CrawlWriter::open(name_);
    writer->transact([&] { writer->save_clustering("md5", 1, {}); });
    EXPECT_FALSE(open_database(name_, Access::kRead)->has_table("templates"));
    writer->transact([&] {
      writer->save_clustering("auto", 2, {},
                              std::vector<Template>{{1, 7, "home: /"}, {2, 3, hostile}});
    });
  }
  const auto writer = CrawlWriter::open(name_);  // a store with the table is one of ours
  writer->transact([&] {
    writer->save_clustering("auto", 3, {}, std::vector<Template>{{1, 3, "bad \xff"}});
  });
  EXPECT_EQ(templates_of(name_),
            (Rows{"2 1 7 home: /", "2 2 3 " + hostile, "3 1 3 bad \xEF\xBF\xBD"}));
}

}  // namespace
}  // namespace pagekin::store
