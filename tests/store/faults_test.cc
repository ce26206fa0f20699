// Processes that are killed, disks that are full, connections that break.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/stores.h"
#include "support/rounds.h"

namespace pagekin::store {
namespace {

void sleep_microseconds(std::uint32_t count) {
  std::this_thread::sleep_for(std::chrono::microseconds(count));
}

void expect_sound(const std::string& path) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  sqlite3_stmt* check = nullptr;
  ASSERT_EQ(sqlite3_prepare_v2(handle, "PRAGMA integrity_check", -1, &check, nullptr), SQLITE_OK);
  ASSERT_EQ(sqlite3_step(check), SQLITE_ROW);
  EXPECT_STREQ(reinterpret_cast<const char*>(sqlite3_column_text(check, 0)), "ok");
  sqlite3_finalize(check);
  sqlite3_close(handle);
}

// The first `count` pages of write_page(), and nothing else.
reference::TableDump first_pages(int count) {
  reference::CrawlStore twin;
  for (int i = 1; i <= count; ++i) twin.transact([&] { write_page(twin, i); });
  return twin.dump();
}

class Faults : public BothStores {};
INSTANTIATE_TEST_SUITE_P(On, Faults, testing::Values(Kind::kSqlite, Kind::kPostgresql), kind_name);

// Continues to write pages, one in a transaction, and reports each.
[[noreturn]] void write_until_killed(const std::string& name, int acknowledge) {
  try {
    const auto writer = CrawlWriter::open(name);
    for (int i = static_cast<int>(writer->page_count()) + 1;; ++i) {
      writer->transact([&] { write_page(*writer, i); });
      if (write(acknowledge, &i, sizeof i) != sizeof i) _exit(1);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
}

TEST_P(Faults, KilledWritersLoseNothingThatWasAcknowledged) {
  Random random(2);
  int acknowledged = 0;
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(round);
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    if (child == 0) write_until_killed(name_, pipe_ends[1]);
    close(pipe_ends[1]);
    // Kills it at any time from opening the store to some transactions later.
    if (round % 3 != 0) {
      ASSERT_EQ(read(pipe_ends[0], &acknowledged, sizeof acknowledged), sizeof acknowledged);
    }
    sleep_microseconds(random.below(15'000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    while (read(pipe_ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
    }
    close(pipe_ends[0]);
    if (round % 10 == 9 && GetParam() == Kind::kSqlite) expect_sound(name_);
  }
  const auto writer = CrawlWriter::open(name_);
  const auto count = static_cast<int>(writer->page_count());
  EXPECT_GE(count, acknowledged);
  EXPECT_LE(count, acknowledged + 30);  // one in flight each time
  EXPECT_GT(count, 20);
  EXPECT_EQ(dump(name_), first_pages(count));
}

TEST(Sqlite, StopsWhenTheDiskIsFullAndGoesOnAfterwards) {
  for (const rlim_t limit :
       std::vector<rlim_t>{9'000, 20'000, 33'000, 70'000, 150'000, 300'000, 700'000}) {
    SCOPED_TRACE(limit);
    const test::TempDir directory;
    const std::string name = (directory.path() / "crawl.db").string();
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      rlimit bounds{};
      getrlimit(RLIMIT_FSIZE, &bounds);
      const auto allow = [&](rlim_t bytes) {
        const rlimit changed{.rlim_cur = bytes, .rlim_max = bounds.rlim_max};
        setrlimit(RLIMIT_FSIZE, &changed);
      };
      try {
        { CrawlWriter::open(name); }
        const auto writer = CrawlWriter::open(name);
        allow(limit);
        int next = 1;
        try {
          for (; next < 3'000; ++next) writer->transact([&] { write_page(*writer, next); });
          _exit(1);
        } catch (const StoreFull& error) {
          const std::string message = error.what();
          if (message.find(name) == std::string::npos) _exit(2);
          if (message.find("bytes free") == std::string::npos) _exit(3);
        }
        // The disk is still full: the same error, and the store can be read.
        try {
          for (int i = next; i < 3'000; ++i) writer->transact([&] { write_page(*writer, i); });
        } catch (const StoreFull&) {
          next = static_cast<int>(writer->page_count()) + 1;
        }
        if (dump(name) != first_pages(next - 1)) _exit(4);
        allow(bounds.rlim_cur);
        for (int i = 0; i < 5; ++i, ++next) writer->transact([&] { write_page(*writer, next); });
        _exit(dump(name) == first_pages(next - 1) ? 0 : 5);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        _exit(6);
      }
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << WEXITSTATUS(status);
    expect_sound(name);
  }
}

class Postgresql : public testing::Test {
 protected:
  void SetUp() override {
    PAGEKIN_NEEDS_POSTGRESQL();
    server_ = test::PostgresqlServer::get();
    name_ = server_->new_store();
  }
  test::PostgresqlServer* server_ = nullptr;
  std::string name_;
};

TEST_F(Postgresql, ConnectionsThatAreEndedAreMadeAgainWithoutLossOrRepetition) {
  const auto writer = CrawlWriter::open(name_);
  const int all = test::rounds(60);
  std::atomic<int> written = 0;
  std::atomic<int> ended = 0;
  std::thread thread([&] {
    Random random(4);
    while (ended < all) {
      sleep_microseconds(random.below(5'000));
      if (server_->end_connections() > 0) ++ended;
      const int before = written;
      while (written < before + 2) sleep_microseconds(200);  // a transaction is tried twice only
    }
  });
  int next = 1;
  std::string message;
  for (; message.empty() && (ended < all || next < 100); ++next) {
    message = error_of([&] { writer->transact([&] { write_page(*writer, next); }); });
    ++written;
  }
  written = 1'000'000;
  ended = all;
  thread.join();
  ASSERT_EQ(message, "");
  EXPECT_EQ(dump(name_), first_pages(next - 1));
  // Readers also reconnect, between their statements.
  const auto reader = CrawlReader::open(name_);
  EXPECT_EQ(reader->place_count(), next - 1);
  server_->end_connections();
  EXPECT_EQ(reader->place_count(), next - 1);
  server_->end_connections();
  int rows = 0;
  reader->read_rows([&](const PageRow&) { ++rows; });
  EXPECT_EQ(rows, next - 1);
}

TEST_F(Postgresql, ServersThatRestartAreWaitedFor) {
  const auto writer = CrawlWriter::open(name_);
  writer->transact([&] { write_page(*writer, 1); });
  server_->restart(SIGINT);
  writer->transact([&] { write_page(*writer, 2); });
  int runs = 0;
  writer->transact([&] {
    write_page(*writer, 3);
    if (++runs == 1) server_->restart(SIGINT);
  });
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(dump(name_), first_pages(3));
}

TEST_F(Postgresql, ServersThatCrashAreNotBelievedBlindly) {
  int count = 0;
  {
    const auto writer = CrawlWriter::open(name_);
    for (int i = 1; i <= 20; ++i) writer->transact([&] { write_page(*writer, i); });
    server_->restart(SIGQUIT);
    const std::string message =
        error_of([&] { writer->transact([&] { write_page(*writer, 21); }); });
    if (!message.empty()) {
      EXPECT_NE(message.find("has lost transactions"), std::string::npos) << message;
    }
    count = message.empty() ? 21 : -1;
  }
  const auto writer = CrawlWriter::open(name_);
  if (count == -1) count = static_cast<int>(writer->page_count());
  EXPECT_EQ(dump(name_), first_pages(count));
}

TEST_F(Postgresql, SaysWhatIsWrongWithoutThePassword) {
  const std::string urls[] = {"postgresql://somebody:s3cret@localhost:1/nowhere",
                              "postgresql://somebody:s3cret@localhost:port/nowhere",
                              "postgresql://somebody:s3cret@/nowhere?host=/nonexistent",
                              "postgresql://somebody@/nowhere?host=/nonexistent&password=s3cret",
                              "postgresql://[somebody:s3cret@localhost",
                              name_ + "&dbname=absent&password=s3cret",
                              name_ + "&user=somebody&password=s3cret"};
  for (const std::string& url : urls) {
    const std::string message = error_of([&] { CrawlReader::open(url); });
    EXPECT_NE(message, "");
    EXPECT_EQ(message.find("s3cret"), std::string::npos) << message;
  }
}

// The text that stands for the password may contain the password.
TEST_F(Postgresql, EndsItsMessageIfThePasswordIsADot) {
  for (const std::string password : {".", "..", "..."}) {
    const std::string message = error_of(
        [&] { CrawlReader::open("postgresql://somebody:" + password + "@127.0.0.1:1/x"); });
    EXPECT_NE(message, "");
    EXPECT_LT(message.size(), 500U) << message;
  }
}

TEST_F(Postgresql, RefusesADatabaseOfSomebodyElse) {
  const auto database = open_postgresql(name_, Access::kWrite);
  database->execute("CREATE TABLE meta (a INTEGER)");
  const std::string message = error_of([&] { CrawlReader::open(name_); });
  EXPECT_NE(message.find("not a crawl store"), std::string::npos) << message;
}

TEST_F(Postgresql, ThatIsReadOnlyIsFull) {
  const std::string url = name_ + "%20-cdefault_transaction_read_only%3Don";
  EXPECT_THROW(CrawlWriter::open(url), StoreFull);
  { CrawlWriter::open(name_); }
  const auto writer = CrawlWriter::open(url);
  EXPECT_THROW(writer->transact([&] { write_page(*writer, 1); }), StoreFull);
  EXPECT_EQ(writer->page_count(), 0U);
}

}  // namespace
}  // namespace pagekin::store
