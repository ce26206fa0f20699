// Stores for tests: one of each kind, a dump of a store, and data to write.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/random.h"
#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/crawl_store.h"

#include "reference/crawl_store.h"
#include "support/postgresql.h"
#include "support/temp_dir.h"

namespace pagekin::store {

enum class Kind { kSqlite, kPostgresql };
inline void PrintTo(Kind kind, std::ostream* out) {
  *out << (kind == Kind::kSqlite ? "sqlite" : "postgresql");
}
inline std::string kind_name(const testing::TestParamInfo<Kind>& info) {
  return testing::PrintToString(info.param);
}

// A test for both databases; name_ is a store that does not exist yet.
class BothStores : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == Kind::kPostgresql) PAGEKIN_NEEDS_POSTGRESQL();
    name_ = new_store();
  }
  std::string new_store() {
    if (GetParam() == Kind::kPostgresql) return test::PostgresqlServer::get()->new_store();
    return (directory_.path() / ("crawl" + std::to_string(++count_) + ".db")).string();
  }

  test::TempDir directory_;
  int count_ = 0;
  std::string name_;
};

// An exception that tests throw.
struct Oops {};

// The message of the Error that the work throws; empty if it throws none.
template <class Work>
std::string error_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline reference::TableDump dump(Database& database) {
  struct Query {
    const char* table;
    const char* columns;
    const char* kinds;  // i: integer, t: text, b: bytes, z: compressed bytes
  };
  constexpr Query queries[] = {
      {"meta", "name, value", "tt"},
      {"hosts", "id, host", "it"},
      {"urls", "id, url", "it"},
      {"xpaths", "id, xpath", "it"},
      {"pages",
       "id, url, host, parent, xpath, depth, run, by_redirect, reached, state, status, redirect, "
       "media_type, charset, reason, bytes, time, fingerprint, limited",
       "iiiiiiiiiiiitttiibi"},
      {"bodies", "page, body", "iz"},
      {"links", "page, ordinal, target, xpath, nofollow", "iiiii"},
      {"clusterings", "id, method, time", "iti"},
      {"assignments", "clustering, page, cluster", "iii"}};
  reference::TableDump out;
  for (const auto& [table, columns, kinds] : queries) {
    auto& rows = out[table];
    const auto statement =
        database.prepare(std::string("SELECT ") + columns + " FROM " + table, Rows::kMany);
    while (statement->next()) {
      auto& row = rows.emplace_back();
      for (int i = 0; kinds[i] != '\0'; ++i) {
        if (kinds[i] == 'i') row.push_back(std::to_string(statement->integer(i)));
        if (kinds[i] == 't') row.emplace_back(statement->text(i));
        if (kinds[i] == 'b') row.emplace_back(statement->blob(i));
        if (kinds[i] == 'z') {
          codec::decode_all(codec::Format::kZstd, statement->blob(i), 1 << 24, row.emplace_back());
        }
      }
    }
    std::sort(rows.begin(), rows.end());
  }
  return out;
}
inline reference::TableDump dump(const std::string& name) {
  return dump(*open_database(name, Access::kRead));
}

// Writes page number `i` with all its data, like the crawler; it is found by a link of the page
// before it.
template <class Store>
void write_page(Store& store, int i, std::string_view text = "") {
  const std::string url = "http://example.com/" + std::to_string(i) + std::string(text);
  const std::int64_t target = store.url_id(url);
  const std::int64_t xpath = store.xpath_id("/html/body/a[" + std::to_string(i % 3) + "]");
  const auto page = store.add_page({.url = target,
                                    .parent = i - 1,
                                    .xpath = i == 1 ? 0 : xpath,
                                    .depth = i - 1,
                                    .host = "example.com"});
  std::string body = "<p>" + std::to_string(i) + std::string(text);
  for (int k = 0; k < i * 37 % 400; ++k) body += "<b>" + std::to_string(k * i);
  store.set_outcome({.page = *page,
                     .state = State::kPage,
                     .status = 200,
                     .media_type = "text/html",
                     .charset = "utf-8",
                     .body = body,
                     .time = 1'700'000'000 + i,
                     .fingerprint = "\x01\x02"});
  std::vector<StoredLink> links;
  for (int k = 0; k < 5; ++k) {
    links.push_back({.target = store.url_id(url + "?" + std::to_string(k)), .xpath = xpath});
  }
  store.add_links(*page, links);
}

// Runs some transactions with random data of every kind; they depend on `random` only.
template <class Store>
void write_anything(Store& store, Random& random, int transactions) {
  static const std::vector<std::string> texts{"a",
                                              "b",
                                              std::string("nul\0here", 8),
                                              std::string(1, '\0'),
                                              "\xFF\xFE",
                                              "\xC3\xA4",
                                              "\xED\xA0\x80",
                                              "'; DROP TABLE pages;--",
                                              "",
                                              "$1",
                                              "\xF0\x9F\x98\x80",
                                              "\xE2\x82",
                                              std::string(3'000, 'x')};
  const auto some_text = [&] {
    std::string text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
    if (random.chance(0.7)) text += std::to_string(random.below(30));
    return text;
  };
  for (int i = 0; i < transactions; ++i) {
    const bool fails = random.chance(0.3);
    try {
      store.transact([&] {
        for (std::uint32_t operations = random.below(8); operations > 0; --operations) {
          const auto pages = static_cast<std::uint32_t>(store.page_count());
          const auto some_page = [&] { return std::int64_t{1} + random.below(pages); };
          const std::uint32_t operation = pages == 0 ? 0 : random.below(8);
          if (operation <= 2) {
            store::Discovery found;
            found.url = store.url_id("u" + some_text());
            found.parent = random.below(pages + 1);
            found.xpath = random.chance(0.8) ? store.xpath_id("/" + some_text()) : 0;
            found.depth = static_cast<std::int32_t>(random.below(9));
            found.run = static_cast<std::int32_t>(random.below(9));
            found.by_redirect = random.chance(0.2);
            const std::string host = "h" + std::to_string(random.below(4));
            found.host = host;
            store.add_page(found);
          } else if (operation == 3 || operation == 4) {
            const std::string media = some_text();
            const std::string charset = some_text();
            const std::string reason = some_text();
            const std::string body = some_text();
            const std::string fingerprint = some_text();
            store.set_outcome(
                {.page = some_page(),
                 .state = static_cast<State>(random.chance(0.5) ? 1 : random.below(kStateCount)),
                 .status = static_cast<std::int32_t>(random.below(600)),
                 .redirect = random.below(5),
                 .media_type = media,
                 .charset = charset,
                 .reason = reason,
                 .body = body,
                 .time = static_cast<std::int64_t>(random.next()),
                 .fingerprint = fingerprint,
                 .limited = random.chance(0.1)});
          } else if (operation == 5) {
            std::vector<StoredLink> links;
            for (std::uint32_t k = random.below(6); k > 0; --k) {
              const std::int64_t target = store.url_id("u" + some_text());
              const std::int64_t xpath = store.xpath_id("/" + some_text());
              links.push_back({target, xpath, random.chance(0.3)});
            }
            store.add_links(some_page(), links);
          } else if (operation == 6) {
            const std::string name = some_text();
            store.set_meta(name, some_text());
          } else if (random.chance(0.5)) {
            std::vector<CrawlWriter::Reached> reached;
            std::vector<std::int64_t> order;
            for (std::uint32_t k = 1; k <= pages; ++k) order.push_back(k);
            for (std::uint32_t k = pages; k > 1; --k) {
              std::swap(order[k - 1], order[random.below(k)]);
            }
            order.resize(random.below(pages + 1));
            for (const std::int64_t page : order) {
              reached.push_back({page, std::int64_t{random.below(pages)},
                                 std::int64_t{random.below(3)},
                                 static_cast<std::int32_t>(random.below(9))});
            }
            store.set_reached(reached);
          } else {
            std::vector<std::string> urls;
            for (std::uint32_t k = random.below(6); k > 0; --k) urls.push_back("u" + some_text());
            std::vector<CrawlWriter::Assignment> assignments;
            for (const std::string& url : urls) {
              assignments.push_back({url, std::int64_t{random.below(3)}});
            }
            store.save_clustering(some_text(), 7, assignments);
          }
        }
        if (fails) throw Oops();
      });
    } catch (const Oops&) {
    }
  }
}

}  // namespace pagekin::store
