// Files that are not stores, were changed by an attacker, or are damaged.
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/core/random.h"

#include "store/stores.h"
#include "support/shared.h"

namespace pagekin::store {
namespace {

class HostileFile : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (directory_.path() / name).string(); }

  std::string make_store(int pages) {
    const std::string name = path("crawl.db");
    const auto writer = CrawlWriter::open(name);
    writer->transact([&] {
      for (int i = 1; i <= pages; ++i) write_page(*writer, i);
    });
    return name;
  }

  // Changes a file as anybody with SQLite can.
  static void change(const std::string& name, const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(name.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

  static void expect_refused(const std::string& name, const std::string& because) {
    for (const std::string& message :
         {error_of([&] { CrawlReader::open(name); }), error_of([&] { CrawlWriter::open(name); })}) {
      EXPECT_NE(message.find(because), std::string::npos) << message;
      EXPECT_NE(message.find(std::filesystem::path(name).filename()), std::string::npos) << message;
    }
  }

  test::TempDir directory_;
};

TEST_F(HostileFile, ThatIsNoStoreIsRefusedAndLeftAlone) {
  const std::string other = path("other.db");
  change(other, "CREATE TABLE pages (id INTEGER); INSERT INTO pages VALUES (1)");
  const std::string before = test::read_file(other);
  expect_refused(other, "not a crawl store");
  EXPECT_EQ(test::read_file(other), before);
  EXPECT_FALSE(std::filesystem::exists(other + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(other + "-lock"));

  const std::string text = directory_.write("page.html", std::string(5'000, 'x'));
  expect_refused(text, "not a crawl store");
  EXPECT_EQ(test::read_file(text), std::string(5'000, 'x'));
  expect_refused(directory_.path().string(), "not a file");
  expect_refused(path("absent/crawl.db"), "No such file");
  EXPECT_NE(error_of([&] { CrawlReader::open(path("absent.db")); }), "");
  EXPECT_FALSE(std::filesystem::exists(path("absent.db")));
  EXPECT_NE(error_of([&] { CrawlReader::open(directory_.write("empty.db", "")); }), "");
  EXPECT_NO_THROW(CrawlWriter::open(path("empty.db")));
}

TEST_F(HostileFile, WithCodeInItIsRefused) {
  const std::string statements[] = {
      "CREATE TRIGGER t AFTER INSERT ON urls BEGIN DELETE FROM pages; END",
      "CREATE VIEW v AS SELECT * FROM pages",
      "ALTER TABLE pages RENAME TO p; CREATE VIEW pages AS SELECT * FROM p",
      "CREATE VIRTUAL TABLE f USING fts5(a)"};
  for (const std::string& statement : statements) {
    const std::string name = make_store(1);
    change(name, statement);
    expect_refused(name, "triggers, views or virtual tables");
    std::filesystem::remove(name);
  }
}

TEST_F(HostileFile, WithOtherColumnsIsRefused) {
  const std::string statements[] = {
      "ALTER TABLE urls ADD COLUMN more INTEGER AS (length(url)) VIRTUAL",
      "DROP TABLE hosts; CREATE TABLE hosts (id INTEGER PRIMARY KEY, host TEXT CHECK (random()))",
      "DROP TABLE links", "ALTER TABLE pages DROP COLUMN run"};
  for (const std::string& statement : statements) {
    const std::string name = make_store(1);
    change(name, statement);
    expect_refused(name, "not as it was made");
    std::filesystem::remove(name);
  }
  const std::string name = make_store(1);
  change(name, "ALTER TABLE meta ADD COLUMN more TEXT");
  expect_refused(name, "not a crawl store");
}

TEST_F(HostileFile, WithTablesAndIndexesBesideIsFine) {
  const std::string name = make_store(2);
  change(name, "CREATE INDEX inbound ON links (target); CREATE TABLE mine (a)");
  const auto writer = CrawlWriter::open(name);
  writer->transact([&] { write_page(*writer, 3); });
  EXPECT_EQ(CrawlReader::open(name)->place_count(), 3);
}

TEST_F(HostileFile, WithNumbersThatCannotBeIsDamaged) {
  const std::string statements[] = {"UPDATE pages SET state = 77", "UPDATE pages SET bytes = -1",
                                    "UPDATE pages SET bytes = 1", "UPDATE bodies SET body = 'x'",
                                    "UPDATE pages SET bytes = 1 << 40"};
  for (const std::string& statement : statements) {
    const std::string name = make_store(1);
    change(name, statement);
    const std::string message = error_of([&] {
      CrawlReader::open(name)->read_bodies(1, 9, [](const PageRow&, std::string_view) {});
      CrawlReader::open(name)->read_rows([](const PageRow&) {});
    });
    EXPECT_NE(message.find("is damaged"), std::string::npos) << statement << message;
    std::filesystem::remove(name);
  }
  for (const char* statement : {"UPDATE urls SET id = id + 10", "UPDATE urls SET url = 'same'",
                                "UPDATE pages SET url = url + 100", "UPDATE pages SET id = id + 5",
                                "DELETE FROM meta "
                                "WHERE name = 'store.transactions'"}) {
    const std::string name = make_store(1);
    change(name, statement);
    const std::string message = error_of([&] { CrawlWriter::open(name); });
    EXPECT_NE(message.find("is damaged"), std::string::npos) << statement << message;
    std::filesystem::remove(name);
  }
  const std::string name = make_store(1);
  change(name, "UPDATE pages SET reached = 1000000000");
  EXPECT_THROW(CrawlReader::open(name)->place_count(), Error);
}

// Reads everything and writes a little. Bodies have checksums, so every body that is read must be
// one that was written.
void use_all(const std::string& name, const std::set<std::string>& bodies) {
  {
    const auto reader = CrawlReader::open(name);
    reader->read_rows([&](const PageRow& row) { reader->links_of(row.id); });
    reader->read_reached_pages([](const CrawlReader::ReachedPage&) {});
    reader->summarise(2);
    reader->meta("x");
    reader->read_bodies(1, reader->place_count() + 1, [&](const PageRow&, std::string_view body) {
      EXPECT_TRUE(bodies.contains(std::string(body)));
    });
  }
  const auto writer = CrawlWriter::open(name);
  writer->transact([&] { writer->url_id("http://example.com/after"); });
}

TEST_F(HostileFile, ThatIsDamagedGivesErrorsOrAnswersButNeverMore) {
  const std::string name = make_store(12);
  const std::string whole = test::read_file(name);
  std::set<std::string> bodies;
  CrawlReader::open(name)->read_bodies(
      1, 99, [&](const PageRow&, std::string_view body) { bodies.emplace(body); });
  Random random(1);
  const auto size = static_cast<std::uint32_t>(whole.size());
  int errors = 0;
  for (int round = 0; round < 130; ++round) {
    SCOPED_TRACE(round);
    std::string damaged = whole;
    if (round < 100) {
      // Half of the changes hit the headers of the file's pages.
      const std::uint32_t at = round % 2 == 0
                                   ? random.below(size)
                                   : random.below(size / 4096) * 4096 + random.below(120);
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
    } else {
      damaged.resize(round < 110 ? random.below(5'000) : random.below(size));
    }
    const std::string copy = directory_.write("damaged.db", damaged);
    const std::string message = error_of([&] { use_all(copy, bodies); });
    if (!message.empty()) {
      ++errors;
      EXPECT_NE(message.find("damaged.db"), std::string::npos) << message;
    }
    for (const char* suffix : {"-wal", "-shm", "-lock"}) std::filesystem::remove(copy + suffix);
  }
  EXPECT_GT(errors, 40);
}

// A changed letter leaves the structure of the file as it is.
TEST_F(HostileFile, WithAChangedTextIsNotReadAndNotWrittenTo) {
  const std::string name = make_store(12);
  const std::string whole = test::read_file(name);
  int changed = 0;
  for (std::size_t at = whole.find("example.com"); at != std::string::npos;
       at = whole.find("example.com", at + 1)) {
    std::string damaged = whole;
    damaged[at + 2] = 'o';
    const std::string copy = directory_.write("damaged.db", damaged);
    const std::string message = error_of([&] { CrawlWriter::open(copy); });
    EXPECT_NE(message.find("is damaged"), std::string::npos) << at << message;
    EXPECT_NE(message.find("is not the one that was written"), std::string::npos) << message;
    EXPECT_EQ(error_of([&] { CrawlReader::open(copy); }), message);
    ++changed;
  }
  EXPECT_GT(changed, 12);
}

TEST_F(HostileFile, WithADamagedTableIsNotWrittenTo) {
  const std::string name = make_store(12);
  std::string damaged = test::read_file(name);
  const int page = [&] {
    sqlite3* handle = nullptr;
    sqlite3_open(name.c_str(), &handle);
    sqlite3_stmt* row = nullptr;
    sqlite3_prepare_v2(handle, "SELECT rootpage FROM sqlite_schema WHERE name = 'links'", -1, &row,
                       nullptr);
    EXPECT_EQ(sqlite3_step(row), SQLITE_ROW);
    const int root = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(handle);
    return root;
  }();
  // The number of cells in the header of the page that holds the links.
  char& cells = damaged[static_cast<std::size_t>(page - 1) * 4096 + 4];
  cells = static_cast<char>(cells - 1);
  const std::string copy = directory_.write("damaged.db", damaged);
  const std::string message = error_of([&] { CrawlWriter::open(copy); });
  EXPECT_NE(message.find("Damaged tables: links ("), std::string::npos) << message;
  EXPECT_NE(message.find("Sound tables: meta, hosts, urls"), std::string::npos) << message;
}

TEST_F(HostileFile, OfAnOlderVersionHasNoSumsUntilTextsAreAdded) {
  const std::string name = make_store(2);
  change(name, "DELETE FROM meta WHERE name = 'store.texts'");
  {
    const auto writer = CrawlWriter::open(name);
    writer->transact([&] { write_page(*writer, 3); });
  }
  // A program that does not know the sums adds an address.
  change(name, "INSERT INTO urls SELECT MAX(id) + 1, 'http://example.org/more' FROM urls");
  EXPECT_EQ(error_of([&] { CrawlWriter::open(name); }), "");
  EXPECT_EQ(error_of([&] { CrawlReader::open(name); }), "");
  change(name, "UPDATE urls SET url = url || 'x' WHERE id = 1");
  EXPECT_NE(error_of([&] { CrawlReader::open(name); }).find("is damaged"), std::string::npos);
  EXPECT_NE(error_of([&] { CrawlWriter::open(name); }).find("is damaged"), std::string::npos);
}

TEST_F(HostileFile, IsReadWhereNothingCanBeWritten) {
  const std::string name = make_store(3);
  ASSERT_FALSE(std::filesystem::exists(name + "-wal"));
  chmod(name.c_str(), 0444);
  chmod(directory_.path().c_str(), 0555);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && (setgid(65'534) != 0 || setuid(65'534) != 0)) _exit(4);
    int bodies = 0;
    const std::string message = error_of([&] {
      CrawlReader::open(name)->read_bodies(1, 9,
                                           [&](const PageRow&, std::string_view) { ++bodies; });
    });
    bool full = false;
    try {
      CrawlWriter::open(name);
    } catch (const StoreFull& error) {
      full = std::string(error.what()).find(name) != std::string::npos;
    }
    _exit(!message.empty() ? 1 : bodies != 3 ? 2 : !full ? 3 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  chmod(directory_.path().c_str(), 0755);
}

}  // namespace
}  // namespace pagekin::store
