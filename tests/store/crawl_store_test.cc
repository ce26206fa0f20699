// What is written is read back, with the same result for both databases.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/stores.h"

namespace pagekin::store {
namespace {

class CrawlStores : public BothStores {};
INSTANTIATE_TEST_SUITE_P(On, CrawlStores, testing::Values(Kind::kSqlite, Kind::kPostgresql),
                         kind_name);

TEST_P(CrawlStores, GiveBackEverythingThatWasWritten) {
  const std::string body(100'000, 'b');
  {
    const auto writer = CrawlWriter::open(name_);
    writer->transact([&] {
      const std::int64_t seed = writer->url_id("http://a.example/");
      const std::int64_t away = writer->url_id("http://b.example/");
      const std::int64_t xpath = writer->xpath_id("/html/body/a");
      EXPECT_EQ(writer->url_id("http://a.example/"), seed);
      EXPECT_EQ(writer->add_page({.url = seed, .run = 2, .host = "a.example"}), 1);
      EXPECT_EQ(writer->add_page({.url = seed, .host = "a.example"}), std::nullopt);
      EXPECT_EQ(writer->add_page({.url = away,
                                  .parent = 1,
                                  .xpath = xpath,
                                  .depth = 1,
                                  .by_redirect = true,
                                  .host = "b.example"}),
                2);
      writer->set_outcome({.page = 1,
                           .state = State::kPage,
                           .status = 200,
                           .redirect = away,
                           .media_type = "text/html",
                           .charset = "koi8-r",
                           .reason = "cut",
                           .body = body,
                           .time = 5,
                           .fingerprint = std::string_view("\0\xFF", 2),
                           .limited = true});
      writer->add_links(1, std::vector<StoredLink>{{away, xpath, true}, {seed, xpath, false}});
      writer->set_meta("options", "--depth 3");
    });
    EXPECT_EQ(writer->page_of("http://b.example/"), 2);
    EXPECT_EQ(writer->page_of("http://c.example/"), std::nullopt);
    EXPECT_EQ(writer->page_count(), 2U);
    EXPECT_EQ(writer->reader().meta("options"), "--depth 3");
  }
  const auto reader = CrawlReader::open(name_);
  int rows = 0;
  reader->read_rows([&](const PageRow& row) {
    ++rows;
    EXPECT_EQ(row.id, rows);
    if (rows != 1) {
      EXPECT_EQ(row.state, State::kWaiting);
      EXPECT_EQ(row.found.parent, 1);
      EXPECT_EQ(reader->xpath(row.found.xpath), "/html/body/a");
      EXPECT_EQ(row.found.depth, 1);
      EXPECT_TRUE(row.found.by_redirect);
      EXPECT_EQ(row.found.host, "b.example");
      return;
    }
    EXPECT_EQ(row.url, "http://a.example/");
    EXPECT_EQ(row.found.host, "a.example");
    EXPECT_EQ(row.found.run, 2);
    EXPECT_EQ(row.state, State::kPage);
    EXPECT_EQ(row.status, 200);
    EXPECT_EQ(reader->url(row.redirect), "http://b.example/");
    EXPECT_EQ(row.bytes, 100'000);
    EXPECT_EQ(row.media_type, "text/html");
    EXPECT_EQ(row.charset, "koi8-r");
    EXPECT_EQ(row.reason, "cut");
    EXPECT_EQ(row.fingerprint, std::string_view("\0\xFF", 2));
    EXPECT_TRUE(row.limited);
    const auto links = reader->links_of(row.id);  // inside a callback
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(reader->url(links[0].target), "http://b.example/");
    EXPECT_TRUE(links[0].nofollow);
    EXPECT_FALSE(links[1].nofollow);
  });
  EXPECT_EQ(rows, 2);
  EXPECT_EQ(reader->place_count(), 2);
  reader->read_bodies(1, 3, [&](const PageRow& row, std::string_view stored) {
    EXPECT_EQ(row.id, 1);
    EXPECT_EQ(stored, body);
  });
  EXPECT_EQ(reader->meta("nothing"), std::nullopt);
  EXPECT_EQ(reader->url(0), "");
  EXPECT_THROW(reader->url(99), Error);
  EXPECT_THROW(reader->xpath(-1), Error);
}

TEST_P(CrawlStores, HoldWhatTheTwinHoldsAfterAnything) {
  reference::CrawlStore twin;
  std::unique_ptr<CrawlWriter> writer;
  std::unique_ptr<CrawlReader> reader;
  std::unique_ptr<Database> tables;
  const std::uint64_t seeds = GetParam() == Kind::kSqlite ? 100 : 40;  // a hundred questions each
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    if (seed % 5 == 0) {  // otherwise continues with the last one
      name_ = new_store();
      twin = {};
    }
    if (seed % 5 == 0 || seed % 5 == 3) {
      reader.reset();
      writer.reset();
      writer = CrawlWriter::open(name_);
      reader = CrawlReader::open(name_);
      tables = open_database(name_, Access::kRead);
    }
    Random random(seed);
    write_anything(twin, random, 10);
    random = Random(seed);
    write_anything(*writer, random, 10);
    ASSERT_EQ(dump(*tables), twin.dump());

    EXPECT_EQ(writer->page_count(), twin.page_count());
    const auto expected = twin.bodies();
    decltype(twin.bodies()) bodies;
    const std::int64_t middle = reader->place_count() / 2;
    for (const auto& [from, to] :
         {std::pair{std::int64_t{1}, middle}, std::pair{middle, reader->place_count() + 1}}) {
      reader->read_bodies(from, to, [&](const PageRow& row, std::string_view body) {
        bodies.emplace_back(row.id, row.found.xpath, body);
        EXPECT_EQ(writer->page_of(row.url), row.id);
      });
    }
    EXPECT_EQ(bodies, expected);
    for (const auto& [page, xpath, body] : expected) {
      std::string found;
      EXPECT_TRUE(
          reader->read_page(page, [&](const CrawlReader::PageText& text) { found = text.body; }));
      EXPECT_EQ(found, body);
      EXPECT_EQ(writer->page_of(reader->address_of(page)), page);
    }
    EXPECT_FALSE(reader->read_page(99, [](const CrawlReader::PageText&) { FAIL(); }));
    EXPECT_EQ(reader->address_of(99), "");
    std::size_t next = 0;
    reader->read_reached_pages([&](const CrawlReader::ReachedPage& seen) {
      ASSERT_LT(next, expected.size());
      EXPECT_EQ(seen.page, std::get<0>(expected[next]));
      EXPECT_EQ(seen.xpath, std::get<1>(expected[next++]));
    });
    EXPECT_EQ(next, expected.size());

    std::int64_t urls = 0;
    reader->read_urls([&](std::int64_t id, std::string_view url) {
      EXPECT_EQ(id, ++urls);
      if (id % 7 == 0) {
        EXPECT_EQ(reader->url(id), url);
      }
    });
    EXPECT_EQ(urls, static_cast<std::int64_t>(twin.url_count()));
    const auto summaries = reader->summarise(2);
    const auto expected_summaries = twin.summarise(2);
    ASSERT_EQ(summaries.size(), expected_summaries.size());
    for (std::size_t i = 0; i < summaries.size(); ++i) {
      EXPECT_EQ(summaries[i].host, expected_summaries[i].host);
      EXPECT_EQ(summaries[i].pages, expected_summaries[i].pages);
      EXPECT_EQ(summaries[i].bytes, expected_summaries[i].bytes);
      EXPECT_EQ(summaries[i].xpaths, expected_summaries[i].xpaths);
      EXPECT_EQ(summaries[i].xpaths_above, expected_summaries[i].xpaths_above);
      EXPECT_TRUE(std::equal(std::begin(summaries[i].by_state), std::end(summaries[i].by_state),
                             std::begin(expected_summaries[i].by_state)));
    }
  }
}

TEST_P(CrawlStores, ReadManyRowsInParts) {
  const auto writer = CrawlWriter::open(name_);
  writer->transact([&] {
    for (int i = 1; i <= 700; ++i) write_page(*writer, i);
  });
  int rows = 0;
  writer->reader().read_rows([&](const PageRow& row) { EXPECT_EQ(row.id, ++rows); });
  EXPECT_EQ(rows, 700);
  // Reading stops early, then starts again.
  EXPECT_THROW(writer->reader().read_rows([](const PageRow&) { throw Oops(); }), Oops);
  int bodies = 0;
  writer->reader().read_bodies(1, 701, [&](const PageRow&, std::string_view) {
    if (++bodies == 100) {
      EXPECT_EQ(writer->reader().links_of(7).size(), 5U);
    }
  });
  EXPECT_EQ(bodies, 700);
  EXPECT_THROW(writer->reader().read_rows([&](const PageRow&) { writer->transact([] {}); }), Error);
  writer->transact([&] { write_page(*writer, 701); });
}

TEST_P(CrawlStores, KeepABodyThatComesPackedLikeAnyOther) {
  const auto writer = CrawlWriter::open(name_);
  const PackedBody packed = pack("<p>packed");
  writer->transact([&] {
    for (const char* const url : {"http://a.example/1", "http://a.example/2"}) {
      writer->add_page({.url = writer->url_id(url), .host = "a.example"});
    }
    writer->set_outcome({.page = 1, .state = State::kPage, .body = "<p>packed"});
    writer->set_outcome({.page = 2, .state = State::kPage, .packed = &packed});
  });
  int pages = 0;
  writer->reader().read_bodies(1, 3, [&](const PageRow& row, std::string_view body) {
    ++pages;
    EXPECT_EQ(row.bytes, 9);
    EXPECT_EQ(body, "<p>packed");
  });
  EXPECT_EQ(pages, 2);
}

TEST_P(CrawlStores, HaveOneWriter) {
  const auto writer = CrawlWriter::open(name_);
  const std::string refusal = error_of([&] { CrawlWriter::open(name_); });
  EXPECT_NE(refusal.find("another pagekin writes to it"), std::string::npos) << refusal;
  const pid_t child = fork();
  if (child == 0) {
    const bool refused = !error_of([&] { CrawlWriter::open(name_); }).empty();
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  writer->transact([&] { write_page(*writer, 1); });
  EXPECT_NO_THROW(CrawlReader::open(name_));
}

TEST_P(CrawlStores, ShowWholeTransactionsToReaders) {
  const auto writer = CrawlWriter::open(name_);
  const auto count = [](CrawlReader& reader) {
    std::size_t pages = 0;
    reader.read_rows([&](const PageRow&) { ++pages; });
    return pages;
  };
  const auto reader = CrawlReader::open(name_);
  writer->transact([&] {
    write_page(*writer, 1);
    EXPECT_EQ(count(*reader), 0U);
    EXPECT_EQ(count(writer->reader()), 1U);
  });
  EXPECT_EQ(count(*reader), 1U);

  std::atomic<bool> stop = false;
  std::size_t halves = 0;
  std::size_t looks = 0;
  std::thread thread([&] {
    while (!stop) {
      halves += count(*reader) % 3 != 1;
      ++looks;
    }
  });
  for (int i = 0; i < 60; ++i) {
    writer->transact([&] {
      for (int k = 0; k < 3; ++k) write_page(*writer, 2 + i * 3 + k);
    });
  }
  stop = true;
  thread.join();
  EXPECT_EQ(halves, 0U);
  EXPECT_GT(looks, 0U);
  EXPECT_EQ(count(*reader), 181U);
}

TEST_P(CrawlStores, RepairTextThatNoDatabaseTakes) {
  const auto writer = CrawlWriter::open(name_);
  const std::string bad("a\0b\xFF", 4);
  const std::string good =
      "a\xEF\xBF\xBD"
      "b\xEF\xBF\xBD";
  const std::string long_url = "http://example.com/" + std::string(65'536, 'l');
  const std::string body = bad + std::string(1, '\0');
  writer->transact([&] {
    EXPECT_EQ(writer->url_id(bad), writer->url_id(good));
    EXPECT_EQ(writer->add_page({.url = writer->url_id(bad), .host = bad}), 1);
    EXPECT_EQ(writer->add_page({.url = writer->url_id(long_url), .host = "h"}), 2);
    writer->set_outcome({.page = 1, .state = State::kPage, .reason = bad, .body = body});
    writer->set_meta(bad, bad);
  });
  EXPECT_EQ(writer->page_of(bad), 1);
  EXPECT_EQ(writer->page_of(good), 1);
  EXPECT_EQ(writer->page_of(long_url), 2);
  const auto reader = CrawlReader::open(name_);
  EXPECT_EQ(reader->url(1), good);
  EXPECT_EQ(reader->url(2), long_url);
  EXPECT_EQ(reader->meta(bad), good);
  reader->read_bodies(1, 3, [&](const PageRow& row, std::string_view stored) {
    EXPECT_EQ(row.reason, good);
    EXPECT_EQ(stored, body);
  });
}

TEST_P(CrawlStores, AreMadeByWritersOnly) {
  EXPECT_NE(error_of([&] { CrawlReader::open(name_); }), "");
  { CrawlWriter::open(name_); }
  EXPECT_EQ(CrawlReader::open(name_)->place_count(), 0);
  EXPECT_TRUE(CrawlReader::open(name_)->summarise(1).empty());
}

TEST_P(CrawlStores, OfAnotherVersionAreRefused) {
  { CrawlWriter::open(name_); }
  open_database(name_, Access::kWrite)
      ->execute("UPDATE meta SET value = '7' WHERE name = 'store.version'");
  for (const std::string& message :
       {error_of([&] { CrawlReader::open(name_); }), error_of([&] { CrawlWriter::open(name_); })}) {
    EXPECT_NE(message.find("version 7"), std::string::npos) << message;
  }
}

TEST_P(CrawlStores, RefuseToBeWrittenToByHandWhereTheyKeepBooks) {
  const auto writer = CrawlWriter::open(name_);
  EXPECT_THROW(writer->transact([&] { writer->set_meta("store.version", "2"); }), Error);
}

TEST(CrawlStore, IsShownWithoutItsPassword) {
  const auto shown = [](const std::string& rest) { return shown_name("postgresql://" + rest); };
  EXPECT_EQ(shown_name("a:b@c.db"), "a:b@c.db");
  EXPECT_EQ(shown_name("postgres://me:s3cret@localhost:1/x"), "postgres://me@localhost:1/x");
  for (const std::string name :
       {"", "/x", "localhost:1/x", "me@localhost:1/x", "me@[::1]:1/x", "localhost:1/x?user=a@b",
        "/x?host=/run/db&user=me&options=-csearch_path%3Dcrawl"}) {
    EXPECT_EQ(shown(name), "postgresql://" + name);
  }
  EXPECT_EQ(shown("me:s3cret@a:1,b:2/x?user=me"), "postgresql://me@a:1,b:2/x?user=me");
  EXPECT_EQ(shown(":s3cret@/x"), "postgresql://@/x");
  EXPECT_EQ(shown("/x?password=s3cret&user=me&sslpassword=s3cret"), "postgresql:///x?user=me");
  EXPECT_EQ(shown("?host=/run&password=s3cret"), "postgresql://?host=/run");
  // Passwords that are not escaped.
  for (const std::string name :
       {"me:s3?cret@localhost/x", "me:s3@cret@localhost/x", "me:s3/cret@localhost/x",
        "localhost/x?password=s3&cret", "localhost/x?passw%6Frd=s3cret", "?password=s3@cret"}) {
    EXPECT_EQ(shown(name).find("s3"), std::string::npos) << shown(name);
    EXPECT_EQ(shown(name).find("cret"), std::string::npos) << shown(name);
  }
}

TEST(CrawlStore, KnowsItsNames) {
  EXPECT_TRUE(is_database_url("postgresql://localhost/x"));
  EXPECT_TRUE(is_database_url("postgres:///x"));
  EXPECT_FALSE(is_database_url("postgresql.db"));
  EXPECT_TRUE(is_sqlite_file(std::string_view("SQLite format 3\0\x10", 17)));
  EXPECT_FALSE(is_sqlite_file("SQLite format 3"));
  EXPECT_EQ(to_text(State::kNotPage), "not_page");
}

}  // namespace
}  // namespace pagekin::store
