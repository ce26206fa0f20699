// A database as the crawl store needs it: prepared statements, transactions, one writer.
// The same SQL text serves SQLite and PostgreSQL; where they differ, schema.cc says so.
//
// Values are bound, never pasted into SQL. Text that is not valid UTF-8, or has a NUL in it,
// is repaired on its way in (text_for_database()), so that both hold the same rows.
//
// Cost: a statement that returns no rows may be sent with others (PostgreSQL's pipeline), so
// an error may come as late as the end of the transaction.
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
  kCreate,  // the same; made where it is not there
};

// The connection is gone. Database::transact() has tried again before anyone sees it.
class ConnectionLost : public Error {
 public:
  using Error::Error;
};

// Nothing more can be written: disk full, quota, read-only. What was committed is kept.
class StoreFull : public Error {
 public:
  using Error::Error;
};

// One SQL statement, used again and again. Parameters are written $1, $2 ... in the order of
// their first use, and bound in this order; columns count from 0.
class Statement {
 public:
  virtual ~Statement() = default;

  Statement& operator<<(std::int64_t value) { return bind(value), *this; }
  Statement& operator<<(std::string_view text) { return bind_text(text), *this; }
  Statement& bytes(std::string_view value) { return bind_bytes(value), *this; }

  // For statements without rows.
  virtual void run() = 0;

  // For statements with rows: false after the last one, when it can be bound again. A
  // statement may be left before its last row by calling done().
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

  // Must not outlive the database. Others may be used while its rows are read.
  std::unique_ptr<Statement> prepare(std::string_view sql) { return prepare(sql, Rows::kFew); }
  virtual std::unique_ptr<Statement> prepare(std::string_view sql, Rows rows) = 0;
  // One or several statements without parameters or rows.
  virtual void execute(std::string_view sql) = 0;
  virtual bool has_table(std::string_view name) = 0;

  // Does the work in one transaction. If it throws, nothing of it is kept. If the connection
  // is lost it is made again and the work is done once more, so it must be ready to find that
  // its first run was committed: what is lost may be the answer. Not from within a transaction,
  // nor while rows are read.
  virtual void transact(const std::function<void()>& work) = 0;

  // Words for what the two call differently.
  struct Words {
    std::string_view id;             // type of a column that is an integer and the primary key
    std::string_view bytes;          // type of a column of bytes
    std::string_view by_key;         // after CREATE TABLE (...): stored in the order of the key
    std::string_view after_tables;   // statement to be run once they are there
    std::string_view count_objects;  // query: how many tables and the like there are
    // Query: the statement that made the table $1, where it is kept; empty: it is not.
    std::string_view definition;
  };
  virtual const Words& words() const = 0;
};

// A file, in WAL mode. Throws Error where it is not a database, or damaged at its first pages.
std::unique_ptr<Database> open_sqlite(const std::string& path, Access access);

// "postgresql://user@host/database". Messages never show a password.
std::unique_ptr<Database> open_postgresql(const std::string& url, Access access);

// Valid UTF-8 without NUL: what is not is U+FFFD. A copy is made only where something changes.
std::string_view text_for_database(std::string_view text, std::string& buffer);

}  // namespace pagekin::store
