#include "pagekin/store/crawl_store.h"

#include <array>

#include "pagekin/codec/codec.h"
#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/schema.h"

namespace pagekin::store {
namespace {

constexpr std::array<std::string_view, kStateCount> kStateNames{
    "waiting", "page", "redirect", "not_page", "status", "failed", "refused"};

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);

}  // namespace

std::string_view name_of(State state) { return kStateNames[static_cast<std::size_t>(state)]; }

PackedBody pack(std::string_view body) {
  return {.frame = codec::zstd_frame(body), .bytes = body.size()};
}

bool is_database_url(std::string_view name) {
  return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

bool is_sqlite_file(std::string_view first_bytes) { return first_bytes.starts_with(kSqliteMagic); }

std::unique_ptr<Database> open_database(const std::string& name, Access access) {
  auto database = is_database_url(name) ? open_postgresql(name, access) : open_sqlite(name, access);
  open_schema(*database, access);
  return database;
}

std::unique_ptr<CrawlReader> CrawlReader::open(const std::string& name) {
  return make_reader(open_database(name, Access::kRead));
}

std::unique_ptr<CrawlWriter> CrawlWriter::open(const std::string& name) {
  return make_writer(open_database(name, Access::kCreate));
}

}  // namespace pagekin::store
