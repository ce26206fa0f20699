// A PostgreSQL database, named by its URL. Statements without rows are sent together: a page with
// a hundred links takes one round trip, including BEGIN and COMMIT. Large results are read
// through a cursor in parts of about a megabyte; other statements may run meanwhile.
//
// The tables are in the first schema of the search_path. The writer holds an advisory lock of the
// session, which ends with the connection. So a pooler that shares connections between
// transactions must not be used.
//
// A commit is acknowledged before it is on the server's disk (synchronous_commit = off): if the
// server itself crashes, the transactions of the last second may be lost, but never a part of
// one.
//
// Source: the documentation of PostgreSQL 15, chapters "libpq" and "Asynchronous Commit".

#include <algorithm>

#include "pagekin/store/postgresql_link.h"

namespace pagekin::store {
namespace {

constexpr Database::Words kPostgresqlWords{
    .id = "BIGINT PRIMARY KEY",
    .bytes = "BYTEA",
    .by_key = {},
    // Bodies are compressed already.
    .after_tables = "ALTER TABLE bodies ALTER COLUMN body SET STORAGE EXTERNAL",
    .count_objects =
        "SELECT COUNT(*) FROM pg_catalog.pg_class WHERE relnamespace = (SELECT oid "
        "FROM pg_catalog.pg_namespace WHERE nspname = pg_catalog.current_schema())",
    .definition = {}};

constexpr int kFirstRows = 32;
constexpr int kMostRows = 8'192;
constexpr std::size_t kPartBytes = std::size_t{1} << 20;

class PostgresqlDatabase final : public Database {
 public:
  PostgresqlDatabase(const std::string& url, Access access) : link_(url, access) {}

  const std::string& name() const override { return link_.name(); }
  using Database::prepare;
  std::unique_ptr<Statement> prepare(std::string_view sql, Rows rows) override;
  void execute(std::string_view sql) override { link_.execute(std::string(sql)); }
  bool has_table(std::string_view name) override;
  void transact(const std::function<void()>& work) override;
  const Words& words() const override { return kPostgresqlWords; }

  PostgresqlLink& link() { return link_; }
  bool in_transaction() const { return in_transaction_; }

  // Runs the first step of a statement. Connects again if the connection is lost outside a
  // transaction while no cursor is open.
  template <class Work>
  void begin_statement(const Work& work) {
    try {
      work();
    } catch (const ConnectionLost&) {
      if (in_transaction_ || cursors_ > 0) throw;
      link_.reconnect();
      work();
    }
  }

  // Cursors need a transaction: the first cursor begins it, the last one ends it.
  void before_cursor() {
    if (!in_transaction_ && cursors_ == 0) link_.send("BEGIN READ ONLY");
  }
  void cursor_opened() { ++cursors_; }
  void cursor_closed() noexcept {
    --cursors_;
    end_reading();
  }
  void end_reading() noexcept;

 private:
  void roll_back() noexcept;

  PostgresqlLink link_;
  bool in_transaction_ = false;
  int cursors_ = 0;
};

// A statement with the rows that have been fetched so far.
class PostgresqlStatement : public Statement {
 public:
  PostgresqlStatement(PostgresqlDatabase& database, std::string_view sql)
      : database_(database), sql_(sql) {}

  std::int64_t integer(int column) const override {
    std::uint64_t bits = 0;
    const std::string_view bytes = blob(column);
    for (const char c : bytes) bits = bits << 8 | static_cast<unsigned char>(c);
    if (bytes.size() == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    return static_cast<std::int64_t>(bits);
  }
  std::string_view text(int column) const override { return blob(column); }
  std::string_view blob(int column) const override {
    return {PQgetvalue(part_.get(), row_, column),
            static_cast<std::size_t>(PQgetlength(part_.get(), row_, column))};
  }

 protected:
  void bind(std::int64_t value) override { parameters_.add_integer(value); }
  void bind_text(std::string_view value) override { parameters_.add_text(value); }
  void bind_bytes(std::string_view value) override { parameters_.add_bytes(value); }

  PostgresqlLink& link() { return database_.link(); }

  PostgresqlDatabase& database_;
  std::string sql_;
  Parameters parameters_;
  Result part_;
  int row_ = 0;
};

// All rows at once.
class PreparedStatement final : public PostgresqlStatement {
 public:
  using PostgresqlStatement::PostgresqlStatement;

  void run() override {
    begin([&] {
      send();
      if (!database_.in_transaction()) link().settle();
    });
    parameters_.clear();
  }

  bool next() override {
    if (part_) {
      ++row_;
    } else {
      begin([&] {
        send();
        part_ = link().settle();
      });
      row_ = 0;
    }
    if (part_ && row_ < PQntuples(part_.get())) return true;
    done();
    return false;
  }

  void done() override {
    part_.reset();
    parameters_.clear();
  }

 private:
  template <class Work>
  void begin(const Work& work) {
    try {
      database_.begin_statement(work);
    } catch (...) {
      done();  // so that it can be bound again
      throw;
    }
  }

  void send() {
    if (prepared_in_ != link().epoch()) {
      name_ = link().new_name();
      link().send_prepare(name_, sql_, parameters_);
      prepared_in_ = link().epoch();
    }
    link().send_prepared(name_, parameters_);
  }

  std::string name_;
  std::uint64_t prepared_in_ = 0;
};

// Rows in parts.
class CursorStatement final : public PostgresqlStatement {
 public:
  using PostgresqlStatement::PostgresqlStatement;
  ~CursorStatement() override { CursorStatement::done(); }

  void run() override {
    while (next()) {
    }
  }

  bool next() override {
    if (cursor_.empty()) {
      open();
    } else if (++row_ >= PQntuples(part_.get())) {
      fetch();
    }
    if (row_ < PQntuples(part_.get())) return true;
    done();
    return false;
  }

  void done() override {
    part_.reset();
    parameters_.clear();
    if (cursor_.empty()) return;
    cursor_.clear();  // the server closes it at the end of the transaction
    database_.cursor_closed();
  }

 private:
  void open() {
    rows_ = kFirstRows;
    const std::string cursor = link().new_name();
    try {
      database_.begin_statement([&] {
        database_.before_cursor();
        link().send("DECLARE " + cursor + " NO SCROLL CURSOR FOR " + sql_, parameters_);
        receive(cursor);
      });
    } catch (...) {
      done();
      database_.end_reading();
      throw;
    }
    cursor_ = cursor;
    opened_in_ = link().epoch();
    database_.cursor_opened();
  }

  void fetch() {
    if (PQntuples(part_.get()) < asked_) return;  // that was the last part
    if (opened_in_ != link().epoch()) {
      throw ConnectionLost(database_.name() + ": the connection was lost while rows were read");
    }
    receive(cursor_);
  }

  void receive(const std::string& cursor) {
    part_.reset();
    asked_ = rows_;
    link().send("FETCH " + std::to_string(rows_) + " FROM " + cursor);
    part_ = link().settle();
    row_ = 0;
    const std::size_t bytes = PQresultMemorySize(part_.get());
    if (bytes < kPartBytes / 2) rows_ = std::min(rows_ * 2, kMostRows);
    if (bytes > kPartBytes * 2) rows_ = std::max(rows_ / 2, 1);
  }

  std::string cursor_;  // empty: none is open
  std::uint64_t opened_in_ = 0;
  int rows_ = kFirstRows;  // to ask for next
  int asked_ = 0;
};

std::unique_ptr<Statement> PostgresqlDatabase::prepare(std::string_view sql, Rows rows) {
  if (rows == Rows::kMany) return std::make_unique<CursorStatement>(*this, sql);
  return std::make_unique<PreparedStatement>(*this, sql);
}

bool PostgresqlDatabase::has_table(std::string_view name) {
  const auto statement = prepare(
      "SELECT 1 FROM pg_catalog.pg_class WHERE relname = $1 AND relkind = 'r' AND relnamespace = "
      "(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = pg_catalog.current_schema())");
  *statement << name;
  return statement->next();
}

void PostgresqlDatabase::end_reading() noexcept {
  if (in_transaction_ || cursors_ > 0 || link_.is_lost()) return;
  try {
    link_.send("COMMIT");
    link_.settle();
  } catch (...) {
    // The next statement reports the error.
  }
}

void PostgresqlDatabase::transact(const std::function<void()>& work) {
  if (in_transaction_ || cursors_ > 0) {
    throw Error(name() + ": a transaction was begun inside another, or while rows are read");
  }
  for (bool again = false;; again = true) {
    if (link_.is_lost()) link_.reconnect();
    try {
      in_transaction_ = true;
      link_.send("BEGIN");
      work();
      link_.send("COMMIT");
      link_.settle();
      in_transaction_ = false;
      return;
    } catch (const ConnectionLost&) {
      in_transaction_ = false;
      if (again) throw;
    } catch (...) {
      roll_back();
      throw;
    }
  }
}

void PostgresqlDatabase::roll_back() noexcept {
  in_transaction_ = false;
  try {
    // Statements sent before may have failed too; this no longer matters.
    try {
      link_.settle();
    } catch (const Error&) {
    }
    if (link_.is_lost()) return;
    link_.send("ROLLBACK");
    link_.settle();
  } catch (...) {
    // The connection is lost, and with it the transaction.
  }
}

}  // namespace

std::unique_ptr<Database> open_postgresql(const std::string& url, Access access) {
  return std::make_unique<PostgresqlDatabase>(url, access);
}

}  // namespace pagekin::store
