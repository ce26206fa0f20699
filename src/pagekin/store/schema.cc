// One schema for both databases. All numbers have 64 bits, 0 means "none", and no column is ever
// NULL.
//
// Addresses and XPaths have no index by their text: the writer finds them by hash, and an index
// of PostgreSQL holds no text above about 2,700 bytes.

#include "pagekin/store/schema.h"

#include <array>
#include <optional>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::store {
namespace {

constexpr std::string_view kVersion = "1";

struct Table {
  std::string_view name;
  std::string_view definition;  // SQL with the placeholders {id}, {bytes}, {by_key}
};

constexpr std::array kTables{
    Table{"meta", "CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)"},
    Table{"hosts", "CREATE TABLE hosts (id {id}, host TEXT NOT NULL)"},
    Table{"urls", "CREATE TABLE urls (id {id}, url TEXT NOT NULL)"},
    Table{"xpaths", "CREATE TABLE xpaths (id {id}, xpath TEXT NOT NULL)"},
    Table{"pages",
          "CREATE TABLE pages (id {id}, url BIGINT NOT NULL UNIQUE, host BIGINT NOT NULL, "
          "parent BIGINT NOT NULL, xpath BIGINT NOT NULL, depth BIGINT NOT NULL, "
          "run BIGINT NOT NULL, by_redirect BIGINT NOT NULL, reached BIGINT NOT NULL, "
          "state BIGINT NOT NULL, status BIGINT NOT NULL, redirect BIGINT NOT NULL, "
          "media_type TEXT NOT NULL, charset TEXT NOT NULL, reason TEXT NOT NULL, "
          "bytes BIGINT NOT NULL, time BIGINT NOT NULL, fingerprint {bytes} NOT NULL, "
          "limited BIGINT NOT NULL)"},
    Table{"bodies", "CREATE TABLE bodies (page {id}, body {bytes} NOT NULL)"},
    Table{"links",
          "CREATE TABLE links (page BIGINT NOT NULL, ordinal BIGINT NOT NULL, "
          "target BIGINT NOT NULL, xpath BIGINT NOT NULL, nofollow BIGINT NOT NULL, "
          "PRIMARY KEY (page, ordinal)) {by_key}"},
    Table{"clusterings",
          "CREATE TABLE clusterings (id {id}, method TEXT NOT NULL, time BIGINT NOT NULL)"},
    Table{"assignments",
          "CREATE TABLE assignments (clustering BIGINT NOT NULL, page BIGINT NOT NULL, "
          "cluster BIGINT NOT NULL, PRIMARY KEY (clustering, page)) {by_key}"},
};
constexpr std::string_view kIndex = "CREATE INDEX pages_reached ON pages (reached)";

void replace(std::string& text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), by);
}

std::string definition_of(const Table& table, const Database::Words& words) {
  std::string text(table.definition);
  replace(text, "{id}", words.id);
  replace(text, "{bytes}", words.bytes);
  replace(text, "{by_key}", words.by_key);
  while (text.back() == ' ') text.pop_back();
  return text;
}

void make_tables(Database& database) {
  const Database::Words& words = database.words();
  database.transact([&] {
    for (const Table& table : kTables) database.execute(definition_of(table, words));
    database.execute(kIndex);
    if (!words.after_tables.empty()) database.execute(words.after_tables);
    const auto insert = database.prepare("INSERT INTO meta (name, value) VALUES ($1, $2)");
    (*insert << kVersionName << kVersion).run();
    (*insert << kTransactionsName << "0").run();
  });
}

bool is_as_made(Database& database, const Table& table) {
  const Database::Words& words = database.words();
  if (words.definition.empty()) return database.has_table(table.name);
  const auto statement = database.prepare(words.definition);
  *statement << table.name;
  return statement->next() && statement->text(0) == definition_of(table, words);
}

// The version of the store; nothing if the table meta is missing or not that of a crawl store.
std::optional<std::string> version_of(Database& database) try {
  if (!is_as_made(database, kTables[0])) return std::nullopt;
  const auto statement = database.prepare("SELECT value FROM meta WHERE name = $1");
  *statement << kVersionName;
  if (!statement->next()) return std::nullopt;
  return std::string(statement->text(0));
} catch (const ConnectionLost&) {
  throw;
} catch (const Error&) {
  // A foreign table has other columns. If its definition was compared before, this is damage.
  if (!database.words().definition.empty()) throw;
  return std::nullopt;
}

}  // namespace

void make_templates_table(Database& database) {
  constexpr Table templates{"templates",
                            "CREATE TABLE templates (clustering BIGINT NOT NULL, "
                            "cluster BIGINT NOT NULL, template BIGINT NOT NULL, "
                            "name TEXT NOT NULL, PRIMARY KEY (clustering, cluster)) {by_key}"};
  if (database.has_table(templates.name)) return;
  database.execute(definition_of(templates, database.words()));
}

void make_conversions_table(Database& database) {
  constexpr Table conversions{kConversionsTable,
                              "CREATE TABLE conversions (page BIGINT NOT NULL, "
                              "converter TEXT NOT NULL, document BIGINT NOT NULL, "
                              "html {bytes} NOT NULL, bytes BIGINT NOT NULL, "
                              "charset TEXT NOT NULL, fault TEXT NOT NULL, "
                              "PRIMARY KEY (page, converter)) {by_key}"};
  if (database.has_table(conversions.name)) return;
  database.execute(definition_of(conversions, database.words()));
}

void open_schema(Database& database, Access access) {
  const auto counted = database.prepare(database.words().count_objects);
  const bool empty = counted->next() && counted->integer(0) == 0;
  counted->done();
  if (empty) {
    if (access != Access::kCreate)
      throw InputError(database.name() + " is empty, not a crawl store", {}, database.name());
    make_tables(database);
    return;
  }
  const std::optional<std::string> version = version_of(database);
  if (!version)
    throw InputError(database.name() + " is a database, but not a crawl store", {},
                     database.name());
  if (*version != kVersion) {
    throw InputError(database.name() + " is a crawl store of version " + printable(*version) +
                         "; this program reads version " + std::string(kVersion),
                     {}, database.name());
  }
  for (const Table& table : kTables) {
    if (!is_as_made(database, table)) {
      throw InputError(database.name() + " is damaged: its table " + std::string(table.name) +
                           " is missing or not as it was made",
                       {}, database.name());
    }
  }
}

}  // namespace pagekin::store
