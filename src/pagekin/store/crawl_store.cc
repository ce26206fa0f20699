#include "pagekin/store/crawl_store.h"

#include <algorithm>

#include "pagekin/codec/codec.h"
#include "pagekin/store/check_texts.h"
#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/schema.h"

namespace pagekin::store {
namespace {

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);

// "?host=x&password=y" without the parameters that are passwords, or that libpq cannot read: these
// may be the rest of a password. A key may be escaped.
std::string without_passwords(std::string_view query) {
  std::string kept;
  while (!query.empty()) {
    query.remove_prefix(1);
    const std::string_view parameter = query.substr(0, query.find('&'));
    const std::string_view key = parameter.substr(0, parameter.find('='));
    query.remove_prefix(parameter.size());
    if (key.size() == parameter.size() || key.find('%') != key.npos) continue;
    if (key.find("password") != key.npos) continue;
    kept += kept.empty() ? '?' : '&';
    kept += parameter;
  }
  return kept;
}

}  // namespace

PackedBody pack(std::string_view body) {
  return {.frame = codec::zstd_frame(body), .bytes = body.size()};
}

bool is_database_url(std::string_view name) {
  return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

std::string shown_name(std::string_view name) {
  if (!is_database_url(name)) return std::string(name);
  // libpq takes what stands before an @ for user and password, if no slash comes first. A later @
  // before the parameters may belong to a password that was not escaped.
  const std::size_t user = name.find("://") + 3;
  const std::size_t colon = name.find(':', user);
  const std::size_t end = name.find_first_of("@/", user);
  const bool has_password = end != name.npos && name[end] == '@' && colon < end;
  const std::size_t query = std::min(name.find('?', has_password ? end : user), name.size());
  const std::size_t at = name.substr(0, query).rfind('@');
  std::string shown(name.substr(0, query));
  if (at != name.npos && colon < at) shown.erase(colon, at - colon);
  return shown + without_passwords(name.substr(query));
}

bool is_sqlite_file(std::string_view first_bytes) { return first_bytes.starts_with(kSqliteMagic); }

std::unique_ptr<Database> open_database(const std::string& name, Access access) {
  auto database = is_database_url(name) ? open_postgresql(name, access) : open_sqlite(name, access);
  open_schema(*database, access);
  return database;
}

std::unique_ptr<CrawlReader> CrawlReader::open(const std::string& name, Check check) {
  std::unique_ptr<Database> database = open_database(name, Access::kRead);
  if (check == Check::kTexts) check_texts(*database);
  return make_reader(std::move(database));
}

std::unique_ptr<CrawlWriter> CrawlWriter::open(const std::string& name) {
  return make_writer(open_database(name, Access::kCreate));
}

}  // namespace pagekin::store
