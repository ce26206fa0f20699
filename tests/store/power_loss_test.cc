// A SQLite store after a power failure: any writes that were not synced may be lost, torn or
// complete.
#include <gtest/gtest.h>

#include "store/stores.h"
#include "support/rounds.h"
#include "support/write_log.h"

namespace pagekin::store {
namespace {

TEST(PowerLoss, LeavesTheStoreAsItWasAfterSomeTransaction) {
  constexpr int pages = 400;
  const int failures = test::rounds(120);
  test::WriteLog log;
  {
    const test::TempDir directory;
    const auto writer = CrawlWriter::open((directory.path() / "crawl.db").string());
    for (int i = 1; i <= pages; ++i) {
      writer->transact([&] { write_page(*writer, i); });
      log.mark();
    }
    // The power fails before the store is closed.
    ASSERT_GT(log.entries().size(), 1000u);
  }
  const std::vector<test::WriteLog::Entry> all = log.entries();
  std::size_t last_mark = 0;
  std::size_t first_mark = all.size();
  int syncs = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == test::WriteLog::Kind::kMark) last_mark = i;
    if (all[i].kind == test::WriteLog::Kind::kMark) first_mark = std::min(first_mark, i);
    if (all[i].kind == test::WriteLog::Kind::kSync && last_mark > 0) ++syncs;
  }
  ASSERT_GT(syncs, 3) << "no log was copied into the database: the test shows nothing";

  std::size_t lost = 0;
  for (int failure = 0; failure < failures; ++failure) {
    Random random(static_cast<std::uint64_t>(failure));
    const std::size_t end =
        first_mark + random.below(static_cast<std::uint32_t>(last_mark - first_mark));
    int acknowledged = 0;
    for (std::size_t i = 0; i < end; ++i) {
      acknowledged += all[i].kind == test::WriteLog::Kind::kMark ? 1 : 0;
    }
    const test::TempDir after;
    const int synced = log.fail_at(end, after.path().string(), "-wal", random);
    const std::string name = (after.path() / "crawl.db").string();
    const auto writer = CrawlWriter::open(name);
    const auto count = static_cast<int>(writer->page_count());
    EXPECT_GE(count, synced) << failure;
    EXPECT_LE(count, acknowledged + 1) << failure;
    lost += static_cast<std::size_t>(std::max(0, acknowledged - count));

    // The store has all of these transactions, and nothing of another.
    const auto rows = dump(name);
    const auto size = [&](const char* table) { return static_cast<int>(rows.at(table).size()); };
    EXPECT_EQ(size("pages"), count) << failure;
    EXPECT_EQ(size("bodies"), count) << failure;
    EXPECT_EQ(size("links"), 5 * count) << failure;
    EXPECT_EQ(size("urls"), 6 * count) << failure;
    const auto database = open_database(name, Access::kRead);
    const auto check = database->prepare("PRAGMA integrity_check");
    ASSERT_TRUE(check->next());
    EXPECT_EQ(check->text(0), "ok") << failure;
    // The store can be written again.
    writer->transact([&] { write_page(*writer, count + 1); });
    EXPECT_EQ(writer->page_count(), static_cast<std::size_t>(count) + 1);
  }
  EXPECT_GT(lost, 0u) << "nothing was ever lost: the test shows nothing";
}

}  // namespace
}  // namespace pagekin::store
