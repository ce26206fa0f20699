// A database for a crawl store: prepared statements, transactions, one writer. SQLite and
// PostgreSQL get the same SQL text, except for the Words below.
//
// Values are bound, never pasted into SQL. Text that is not valid UTF-8, or has a NUL in it, is
// repaired before it is written (text_for_database()), so that both hold the same rows.
//
// Cost: a statement without rows may be sent later together with others (PostgreSQL's pipeline),
// so its error may be thrown as late as the end of the transaction.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "pagekin/core/error.h"

namespace pagekin::store {

enum class Access : std::uint8_t {
  kRead,    // a snapshot for each statement; others may write
  kWrite,   // the only writer: a second one gets an Error that says so
  kCreate,  // as kWrite; the database is created if it does not exist
};

// The connection is lost. Database::transact() throws it only after it has tried again.
class ConnectionLost : public Error {
 public:
  using Error::Error;
};

// Nothing can be written: disk full, quota, read-only. What was committed is kept.
class StoreFull : public Error {
 public:
  using Error::Error;
};

// One SQL statement that can be run many times. Parameters are written $1, $2 ... in the order of
// their first use, and bound in this order; columns count from 0.
class Statement {
 public:
  virtual ~Statement() = default;

  Statement& operator<<(std::int64_t value) { return bind(value), *this; }
  Statement& operator<<(std::string_view text) { return bind_text(text), *this; }
  Statement& bytes(std::string_view value) { return bind_bytes(value), *this; }

  // For statements without rows.
  virtual void run() = 0;

  // For statements with rows: goes to the next row. Returns false after the last one; then the
  // statement can be bound again. Call done() to stop before the last row.
  virtual bool next() = 0;
  virtual void done() = 0;

  virtual std::int64_t integer(int column) const = 0;
  // Valid until next() or done().
  virtual std::string_view text(int column) const = 0;
  virtual std::string_view blob(int column) const = 0;

 protected:
  virtual void bind(std::int64_t value) = 0;
  virtual void bind_text(std::string_view value) = 0;
  virtual void bind_bytes(std::string_view value) = 0;
};

// How many rows a statement returns: few are held in memory at once, many come in parts.
enum class Rows : std::uint8_t { kFew, kMany };

class Database {
 public:
  virtual ~Database() = default;

  // For messages: the path, or the URL without its password.
  virtual const std::string& name() const = 0;

  // The statement must not outlive the database. Other statements may be used while its rows are
  // read.
  std::unique_ptr<Statement> prepare(std::string_view sql) { return prepare(sql, Rows::kFew); }
  virtual std::unique_ptr<Statement> prepare(std::string_view sql, Rows rows) = 0;
  // Runs one or several statements without parameters or rows.
  virtual void execute(std::string_view sql) = 0;
  virtual bool has_table(std::string_view name) = 0;

  // Runs the work in one transaction. If the work throws, nothing of it is kept. If the
  // connection is lost, connects again and runs the work once more. The first run may have been
  // committed, because only its answer may be lost; the work must handle this. Must not be called
  // inside a transaction, or while rows are read.
  virtual void transact(const std::function<void()>& work) = 0;

  // SQL words in which the two databases differ.
  struct Words {
    std::string_view id;             // type of a column that is an integer and the primary key
    std::string_view bytes;          // type of a column of bytes
    std::string_view by_key;         // after CREATE TABLE (...): stored in the order of the key
    std::string_view after_tables;   // statement to run when the tables exist
    std::string_view count_objects;  // query: the number of tables and other objects
    // Query: the statement that made the table $1; empty if the database does not keep it.
    std::string_view definition;
  };
  virtual const Words& words() const = 0;
};

// Opens a file, in WAL mode. Throws Error if it is not a database, or if its first pages are
// damaged.
std::unique_ptr<Database> open_sqlite(const std::string& path, Access access);

// Opens "postgresql://user@host/database". Messages never show a password.
std::unique_ptr<Database> open_postgresql(const std::string& url, Access access);

// The text as valid UTF-8 without NUL; everything else becomes U+FFFD. The text is copied only if
// something changes.
std::string_view text_for_database(std::string_view text, std::string& buffer);

}  // namespace pagekin::store
