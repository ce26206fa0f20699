// Strings made to break out of SQL, in every text that a store holds.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "store/stores.h"
#include "support/shared.h"

namespace pagekin::store {
namespace {

class Injection : public BothStores {};
INSTANTIATE_TEST_SUITE_P(On, Injection, testing::Values(Kind::kSqlite, Kind::kPostgresql),
                         kind_name);

template <class Store>
void write_everywhere(Store& store, const std::string& text) {
  store.transact([&] {
    const std::int64_t url = store.url_id(text);
    const std::int64_t xpath = store.xpath_id(text);
    const auto page = store.add_page({.url = url, .xpath = xpath, .host = text});
    if (!page) return;
    store.set_outcome({.page = *page,
                       .state = State::kPage,
                       .media_type = text,
                       .charset = text,
                       .reason = text,
                       .body = text,
                       .fingerprint = text});
    store.add_links(*page, std::vector<StoredLink>{{.target = url, .xpath = xpath}});
    store.set_meta(text, text);
    const CrawlWriter::Assignment assignment{.url = text, .cluster = 1};
    store.save_clustering(text, 1, {&assignment, 1});
  });
}

TEST_P(Injection, LeavesTheTablesAsTheyAreAndTheTextAsItIs) {
  PAGEKIN_NEEDS_SHARED();
  const auto json =
      nlohmann::json::parse(test::read_file(test::shared_dir() / "suites/injection/strings.json"));
  reference::CrawlStore twin;
  const auto writer = CrawlWriter::open(name_);
  std::size_t count = 0;
  for (const auto& text : json.at("strings")) {
    write_everywhere(twin, text.get<std::string>());
    write_everywhere(*writer, text.get<std::string>());
    ++count;
  }
  EXPECT_GT(count, 50U);
  EXPECT_EQ(dump(name_), twin.dump());
  // Opening a store compares the tables with their definitions.
  EXPECT_EQ(CrawlReader::open(name_)->place_count(), static_cast<std::int64_t>(twin.page_count()));
  const auto objects = open_database(name_, Access::kRead);
  const auto counted = objects->prepare(objects->words().count_objects);
  ASSERT_TRUE(counted->next());
  const std::string empty_store = new_store();
  { CrawlWriter::open(empty_store); }
  const auto fresh = open_database(empty_store, Access::kRead);
  const auto expected = fresh->prepare(fresh->words().count_objects);
  ASSERT_TRUE(expected->next());
  EXPECT_EQ(counted->integer(0), expected->integer(0));
}

}  // namespace
}  // namespace pagekin::store
