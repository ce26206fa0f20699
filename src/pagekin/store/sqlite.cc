// SQLite: one file, in WAL mode, so that readers and the writer never wait for each other.
//
// A commit is in the file when it returns, even if the process is killed then. After a power
// failure the last few commits may be missing, but never a part of one (synchronous = NORMAL).
//
// The file may be hostile. It is opened only if its application_id is that of pagekin and it has
// no triggers, views or virtual tables. Its schema may not call functions, and the limits of
// SQLite are lowered to what the store needs.
//
// Source: the documentation of SQLite 3.40, "Defense Against The Dark Arts", "Write-Ahead
// Logging", "How To Corrupt An SQLite Database File".
// Cost: 32 MB of page cache.
// Limits: bodies and texts have checksums (see text_sums.h), numbers have none. When a store is
// opened for writing, SQLite checks the structure of all tables but that of the bodies, which is
// the largest by far.

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "pagekin/core/output_link.h"
#include "pagekin/core/text.h"
#include "pagekin/store/database.h"
#include "pagekin/store/writer_lock.h"

namespace pagekin::store {
namespace {

constexpr int kApplicationId = 0x70676b6e;  // "pgkn"
constexpr int kBusyMilliseconds = 10'000;   // longest wait for a lock of another program
constexpr int kLongestValue = 1 << 29;

constexpr std::array<std::pair<int, int>, 10> kLimits{{{SQLITE_LIMIT_LENGTH, kLongestValue},
                                                       {SQLITE_LIMIT_SQL_LENGTH, 20'000},
                                                       {SQLITE_LIMIT_COLUMN, 64},
                                                       {SQLITE_LIMIT_EXPR_DEPTH, 30},
                                                       {SQLITE_LIMIT_COMPOUND_SELECT, 4},
                                                       {SQLITE_LIMIT_VDBE_OP, 25'000},
                                                       {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                                       {SQLITE_LIMIT_ATTACHED, 0},
                                                       {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
                                                       {SQLITE_LIMIT_TRIGGER_DEPTH, 1}}};

constexpr std::array<std::pair<int, int>, 7> kSettings{{{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                                        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                                        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                                        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                                        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                                        {SQLITE_DBCONFIG_DQS_DML, 0},
                                                        {SQLITE_DBCONFIG_DQS_DDL, 0}}};

// The tables whose structure is checked before a store is written to.
constexpr std::array<std::string_view, 9> kCheckedTables{
    "meta", "hosts", "urls", "xpaths", "pages", "links", "clusterings", "assignments", "templates"};

constexpr Database::Words kSqliteWords{
    .id = "INTEGER PRIMARY KEY",
    .bytes = "BLOB",
    .by_key = "WITHOUT ROWID",
    .after_tables = {},
    .count_objects = "SELECT COUNT(*) FROM sqlite_schema",
    .definition = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = $1"};

std::string free_space(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) != 0) return "";
  return " (" + with_commas(std::uint64_t{disk.f_bavail} * disk.f_frsize) + " bytes free)";
}

// The path as it follows "file:", with '?', '#' and '%' escaped.
std::string as_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%') {
      uri += "%25";
    } else if (c == '?') {
      uri += "%3f";
    } else if (c == '#') {
      uri += "%23";
    } else {
      uri += c;
    }
  }
  return uri;
}

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(const std::string& path, Access access);
  ~SqliteDatabase() override { sqlite3_close_v2(handle_); }

  const std::string& name() const override { return path_; }
  using Database::prepare;
  std::unique_ptr<Statement> prepare(std::string_view sql, Rows rows) override;
  void execute(std::string_view sql) override;
  bool has_table(std::string_view name) override;
  void transact(const std::function<void()>& work) override;
  const Words& words() const override { return kSqliteWords; }

  // Throws the exception for an error code of SQLite.
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() const { return handle_; }
  int rows_being_read = 0;

 private:
  void open(Access access);
  bool open_file(const std::string& file, int flags);
  void harden();
  bool check_kind();
  void check_structure();
  void make_writable(bool is_new);
  std::int64_t number(std::string_view query);
  void roll_back() noexcept;

  std::string path_;
  std::unique_ptr<WriterLock> lock_;  // must outlive the connection
  sqlite3* handle_ = nullptr;
};

class SqliteStatement final : public Statement {
 public:
  SqliteStatement(SqliteDatabase& database, std::string_view sql) : database_(database) {
    const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    if (code != SQLITE_OK) database.fail(code);
  }
  ~SqliteStatement() override {
    done();
    sqlite3_finalize(statement_);
  }

  void run() override {
    const int code = sqlite3_step(statement_);
    reset();
    if (code != SQLITE_DONE && code != SQLITE_ROW) database_.fail(code);
  }

  bool next() override {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) {
      if (!reading_) ++database_.rows_being_read;
      reading_ = true;
      return true;
    }
    done();
    if (code != SQLITE_DONE) database_.fail(code);
    return false;
  }

  void done() override {
    if (reading_) --database_.rows_being_read;
    reading_ = false;
    reset();
  }

  std::int64_t integer(int column) const override {
    return sqlite3_column_int64(statement_, column);
  }
  std::string_view text(int column) const override {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  std::string_view blob(int column) const override {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 protected:
  void bind(std::int64_t value) override { check(sqlite3_bind_int64(statement_, ++bound_, value)); }
  void bind_text(std::string_view value) override {
    const std::string_view text = text_for_database(value, buffer_);
    check(sqlite3_bind_text64(statement_, ++bound_, text.empty() ? "" : text.data(), text.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void bind_bytes(std::string_view value) override {
    check(sqlite3_bind_blob64(statement_, ++bound_, value.empty() ? "" : value.data(), value.size(),
                              SQLITE_TRANSIENT));
  }

 private:
  void check(int code) {
    if (code == SQLITE_OK) return;
    reset();
    database_.fail(code);
  }
  void reset() {
    sqlite3_reset(statement_);  // returns the error of step() again
    sqlite3_clear_bindings(statement_);
    bound_ = 0;
  }

  SqliteDatabase& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  bool reading_ = false;
  std::string buffer_;
};

SqliteDatabase::SqliteDatabase(const std::string& path, Access access) {
  const std::string file = access == Access::kRead ? path : output_target(path);
  std::error_code code;  // so that all links to a file share one lock
  path_ = std::filesystem::weakly_canonical(std::filesystem::absolute(file), code).string();
  if (code) throw Error("cannot open " + path + ": " + code.message());
  struct stat info {};
  const bool exists = stat(path_.c_str(), &info) == 0;
  if (!exists && (errno != ENOENT || access != Access::kCreate)) {
    throw Error("cannot open " + path + ": " + std::strerror(errno));
  }
  if (exists && !S_ISREG(info.st_mode)) throw Error("cannot open " + path + ": not a file");
  if (access != Access::kRead) lock_ = std::make_unique<WriterLock>(path_);
  try {
    open(access);
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

void SqliteDatabase::open(Access access) {
  const int flags = access == Access::kRead    ? SQLITE_OPEN_READONLY
                    : access == Access::kWrite ? SQLITE_OPEN_READWRITE
                                               : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (!open_file(path_, flags)) {
    // In a read-only folder the files that readers share cannot be created. If there is no
    // transaction log either, there is no writer, and the file alone is complete.
    struct stat log {};
    const bool has_log = stat((path_ + "-wal").c_str(), &log) == 0 && log.st_size > 0;
    const int code = sqlite3_extended_errcode(handle_);
    if (access != Access::kRead || has_log) fail(code);
    if (!open_file(as_uri(path_) + "?immutable=1", flags | SQLITE_OPEN_URI)) {
      fail(sqlite3_extended_errcode(handle_));
    }
  }
  const bool is_empty = check_kind();
  execute("PRAGMA cache_size = -32000");
  if (access != Access::kRead && !is_empty) check_structure();
  if (access == Access::kCreate || (access == Access::kWrite && !is_empty)) make_writable(is_empty);
}

// Returns false if the file cannot be opened or read. The handle is kept for its error message.
bool SqliteDatabase::open_file(const std::string& file, int flags) {
  sqlite3_close_v2(handle_);
  handle_ = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (handle_ == nullptr) throw std::bad_alloc();
  if (code != SQLITE_OK) return false;
  harden();
  const int first_read =
      sqlite3_exec(handle_, "SELECT COUNT(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
  const int reason = first_read & 0xFF;
  if (reason == SQLITE_CANTOPEN || reason == SQLITE_READONLY) return false;
  if (reason != SQLITE_OK) fail(first_read);
  return true;
}

void SqliteDatabase::harden() {
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
  for (const auto& [limit, value] : kLimits) sqlite3_limit(handle_, limit, value);
  for (const auto& [setting, value] : kSettings) {
    sqlite3_db_config(handle_, setting, value, nullptr);
  }
  execute("PRAGMA cell_size_check = ON");
}

// Checks that the file is a crawl store. Returns true if it is empty.
bool SqliteDatabase::check_kind() {
  const bool is_empty = number(kSqliteWords.count_objects) == 0;
  if (!is_empty && number("PRAGMA application_id") != kApplicationId) {
    throw InputError(path_ + " is a database, but not a crawl store", {}, path_);
  }
  if (number("SELECT COUNT(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR "
             "(type = 'table' AND rootpage = 0)") != 0) {
    throw InputError(path_ + " has triggers, views or virtual tables, which no crawl store has", {},
                     path_);
  }
  return is_empty;
}

// Throws if the structure of a table is damaged, and says which tables can still be read.
void SqliteDatabase::check_structure() {
  std::string damaged;
  std::string sound;
  for (const std::string_view table : kCheckedTables) {
    if (!has_table(table)) continue;
    const auto rows = prepare("PRAGMA integrity_check(" + std::string(table) + ")");
    std::string first;
    std::size_t count = 0;
    while (rows->next()) {
      if (rows->text(0) == "ok") continue;
      if (count++ == 0) first = to_valid_utf8(rows->text(0));
    }
    std::string& list = count == 0 ? sound : damaged;
    if (!list.empty()) list += ", ";
    list += table;
    if (count == 0) continue;
    list += " (" + first;
    if (count > 1) list += "; " + std::to_string(count - 1) + " more";
    list += ')';
  }
  if (damaged.empty()) return;
  throw InputError(path_ + " is damaged and is not written to. Damaged tables: " + damaged +
                       ". Sound tables: " + (sound.empty() ? "none" : sound) +
                       ". Reading it goes on as far as it can; to go on writing, use a copy from "
                       "before, or a new store",
                   {}, path_);
}

void SqliteDatabase::make_writable(bool is_new) {
  if (is_new) execute("PRAGMA application_id = " + std::to_string(kApplicationId));
  const auto mode = prepare("PRAGMA journal_mode = WAL");
  if (!mode->next() || mode->text(0) != "wal") {
    throw Error("cannot write to " + path_ + ": its file system does not support shared memory");
  }
  mode->done();
  execute("PRAGMA synchronous = NORMAL");
  execute("PRAGMA journal_size_limit = 67108864");
}

std::unique_ptr<Statement> SqliteDatabase::prepare(std::string_view sql, Rows /*rows*/) {
  return std::make_unique<SqliteStatement>(*this, sql);
}

void SqliteDatabase::execute(std::string_view sql) {
  const int code = sqlite3_exec(handle_, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

bool SqliteDatabase::has_table(std::string_view name) {
  const auto statement = prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1");
  *statement << name;
  return statement->next();
}

std::int64_t SqliteDatabase::number(std::string_view query) {
  const auto statement = prepare(query);
  return statement->next() ? statement->integer(0) : 0;
}

void SqliteDatabase::transact(const std::function<void()>& work) {
  if (rows_being_read > 0) throw Error(path_ + ": a transaction was begun while rows are read");
  execute("BEGIN IMMEDIATE");
  try {
    work();
    execute("COMMIT");
  } catch (...) {
    roll_back();
    throw;
  }
}

void SqliteDatabase::roll_back() noexcept {
  if (sqlite3_get_autocommit(handle_) != 0) return;  // SQLite has rolled back itself
  sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteDatabase::fail(int code) const {
  const std::string reason = sqlite3_errmsg(handle_);
  switch (code & 0xFF) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_NOTADB:
      throw InputError(
          path_ + " is not a crawl store, nor any SQLite database, or its start is damaged", {},
          path_);
    case SQLITE_CORRUPT:
      throw InputError(path_ + " is damaged: " + reason, {}, path_);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(path_ + " is locked by another program");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      throw Error("cannot open " + path_ + ": " + reason);
    case SQLITE_IOERR:
      if (code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ ||
          code == SQLITE_IOERR_CORRUPTFS) {
        throw Error("cannot read " + path_ + ": " + reason);
      }
      [[fallthrough]];
    case SQLITE_FULL:
    case SQLITE_READONLY:
      throw StoreFull("cannot write to " + path_ + ": " + reason + free_space(path_));
    default:
      throw Error(path_ + ": " + reason);
  }
}

}  // namespace

std::unique_ptr<Database> open_sqlite(const std::string& path, Access access) {
  return std::make_unique<SqliteDatabase>(path, access);
}

}  // namespace pagekin::store
