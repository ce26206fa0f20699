// What clustering a crawl store by sampled pages costs beside what it cannot do without.
//
//   bench_store [--rounds N] [--threads N] [--method SPEC] STORE     (3, all cores, uxclust)
//
// STORE is a SQLite file. Taking turns, the median of N rounds in wall and processor time:
//
//   scan      SELECT of how each page was first seen, as the table lies, by SQLite's own interface,
//             rows dropped
//   parse     the sampled pages, which lie in memory compressed as they are stored: inflated
//             and looked at by so many threads, and dropped
//   stage     clustering: the groups from the store, then all that the method does
//   ids       the addresses of all pages, which a table of clusters needs besides
//
// Target: the stage takes at most 1.5 times as long as scan and parse together. Lines are
// name, wall seconds, processor seconds, separated by tabs.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "pagekin/clustering/stored_pages.h"
#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/parallel.h"
#include "pagekin/features/features.h"
#include "pagekin/method/method.h"

namespace pagekin::bench {
namespace {

constexpr const char* kFirstSeen = "SELECT id, host, xpath FROM pages WHERE state = 1";
constexpr const char* kAsReached = "SELECT id FROM pages WHERE state = 1 ORDER BY reached, id";
constexpr const char* kBody =
    "SELECT u.url, p.charset, p.bytes, b.body FROM pages p JOIN urls u ON u.id = p.url "
    "JOIN bodies b ON b.page = p.id WHERE p.id = ?1";

class Sqlite {
 public:
  explicit Sqlite(const std::string& path) {
    if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
      throw Error("cannot open " + path);
    }
    sqlite3_exec(handle_, "PRAGMA cache_size = -16000", nullptr, nullptr, nullptr);
  }
  ~Sqlite() { sqlite3_close_v2(handle_); }
  Sqlite(const Sqlite&) = delete;
  Sqlite& operator=(const Sqlite&) = delete;

  void for_each(const char* sql, std::int64_t bound,
                const std::function<void(sqlite3_stmt*)>& use) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql, -1, &statement, nullptr) != SQLITE_OK) {
      throw Error(sqlite3_errmsg(handle_));
    }
    if (sqlite3_bind_parameter_count(statement) > 0) sqlite3_bind_int64(statement, 1, bound);
    while (sqlite3_step(statement) == SQLITE_ROW) use(statement);
    sqlite3_finalize(statement);
  }

 private:
  sqlite3* handle_ = nullptr;
};

std::string bytes_of(sqlite3_stmt* row, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(row, column))};
}

// Remembers which pages were looked at, and for what.
class Watched final : public method::KnownPages {
 public:
  explicit Watched(method::KnownPages& pages) : pages_(&pages) {}

  std::span<const std::uint32_t> group_of() const override { return pages_->group_of(); }
  std::uint32_t seed_count() const override { return pages_->seed_count(); }
  std::uint32_t site_count() const override { return pages_->site_count(); }
  void read(std::span<const PageId> some, const features::Needs& for_what,
            const Use& use) override {
    sampled.insert(sampled.end(), some.begin(), some.end());
    needs = for_what;
    pages_->read(some, for_what, use);
  }
  std::vector<std::uint8_t> fingerprint_of(PageId page) override {
    return pages_->fingerprint_of(page);
  }
  std::string id(PageId page) override { return pages_->id(page); }

  std::vector<PageId> sampled;
  features::Needs needs;

 private:
  method::KnownPages* pages_;
};

struct PackedPage {
  std::string id;
  std::string charset;
  std::size_t bytes = 0;
  std::string frame;
};

void parse_all(std::span<const PackedPage> pages, const features::Needs& needs, unsigned threads) {
  constexpr std::size_t some = 32;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const auto decoder = codec::make_member_decoder(codec::Format::kZstd);
    std::string body;
    for (;;) {
      const std::size_t begin = next.fetch_add(some);
      if (begin >= pages.size()) return;
      for (const PackedPage& page : pages.subspan(begin, std::min(some, pages.size() - begin))) {
        body.resize(page.bytes);
        decoder->decode(page.frame, body);
        features::extract({.id = page.id, .body = body, .charset = page.charset}, needs);
      }
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Stage {
  std::string_view name;
  std::function<void()> work;
  std::vector<double> wall = {};
  std::vector<double> processor = {};

  void time() {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processor_start = std::clock();
    work();
    processor.push_back(static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC);
    wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
};

struct Options {
  int rounds = 3;
  unsigned threads = thread_count(0);
  std::string method = "uxclust";
  std::string store;
};

void measure(const Options& options) {
  const auto cluster = [&](method::KnownPages& pages) {
    method::make(options.method)->sampling()->cluster_known(pages, {.threads = options.threads});
  };
  const Sqlite sqlite(options.store);
  std::vector<PackedPage> packed;
  features::Needs needs;
  std::size_t page_count = 0;
  {
    clustering::StoredPages pages(options.store, options.threads);
    page_count = pages.size();
    Watched watched(pages);
    cluster(watched);
    needs = watched.needs;
    needs.first_tags = true;  // as StoredPages asks for them
    std::vector<std::int64_t> numbers;
    sqlite.for_each(kAsReached, 0,
                    [&](sqlite3_stmt* row) { numbers.push_back(sqlite3_column_int64(row, 0)); });
    for (const PageId page : watched.sampled) {
      sqlite.for_each(kBody, numbers[page], [&](sqlite3_stmt* row) {
        packed.push_back({.id = bytes_of(row, 0),
                          .charset = bytes_of(row, 1),
                          .bytes = static_cast<std::size_t>(sqlite3_column_int64(row, 2)),
                          .frame = bytes_of(row, 3)});
      });
    }
  }

  std::int64_t sum = 0;
  Stage scan{"scan", [&] {
               sqlite.for_each(kFirstSeen, 0, [&](sqlite3_stmt* row) {
                 for (const int column : {0, 1, 2}) sum += sqlite3_column_int64(row, column);
               });
             }};
  Stage parse{"parse", [&] { parse_all(packed, needs, options.threads); }};
  Stage stage{"stage", [&] {
                clustering::StoredPages pages(options.store, options.threads);
                cluster(pages);
              }};
  Stage ids{"ids", [&] {
              clustering::StoredPages pages(options.store, options.threads);
              PageIds all;
              pages.read_ids([&](std::string_view id, std::int64_t) { all.add(id); });
            }};
  Stage groups{"groups", [&] { clustering::StoredPages(options.store, options.threads); }};
  const std::vector<Stage*> stages{&scan, &parse, &stage, &groups, &ids};
  for (int round = 0; round < options.rounds; ++round) {
    for (Stage* const it : stages) it->time();
  }
  fmt::print("pages\t{}\nsampled\t{}\nthreads\t{}\n", page_count, packed.size(), options.threads);
  for (const Stage* const it : stages) {
    fmt::print("{}\t{:.4f}\t{:.4f}\n", it->name, median(it->wall), median(it->processor));
  }
  fmt::print("stage / (scan + parse)\t{:.3f}\t{:.3f}\n",
             median(stage.wall) / (median(scan.wall) + median(parse.wall)),
             median(stage.processor) / (median(scan.processor) + median(parse.processor)));
}

int run(std::span<char*> words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool has_value = i + 1 < words.size();
    if (word == "--rounds" && has_value) {
      options.rounds = std::max(1, std::stoi(words[++i]));
    } else if (word == "--threads" && has_value) {
      options.threads = thread_count(static_cast<unsigned>(std::stoul(words[++i])));
    } else if (word == "--method" && has_value) {
      options.method = words[++i];
    } else {
      options.store = word;
    }
  }
  if (options.store.empty()) {
    fmt::print(stderr, "usage: bench_store [--rounds N] [--threads N] [--method SPEC] STORE\n");
    return 2;
  }
  measure(options);
  return 0;
}

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  try {
    return pagekin::bench::run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_store: {}\n", error.what());
    return 1;
  }
}
