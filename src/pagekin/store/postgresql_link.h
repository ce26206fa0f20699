// A connection to a PostgreSQL server on which statements are sent without waiting for their
// answers (libpq's pipeline mode), until somebody asks for rows or for the end.
//
// Answers are read after a few hundred statements at the latest, because a server that cannot
// send its answers stops reading statements. Messages contain the server's reason and the name of
// the store, never a password.
//
// Cost: one round trip for each settle(), however many statements were sent before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>

#include "pagekin/store/database.h"

namespace pagekin::store {

// Parameters of a statement, in the binary form of their types.
class Parameters {
 public:
  void add_integer(std::int64_t value);
  void add_text(std::string_view value);
  void add_bytes(std::string_view value);
  void clear() { count_ = 0; }

  int count() const { return static_cast<int>(count_); }
  std::size_t byte_count() const;
  const Oid* types() const { return types_.data(); }
  // Valid until the next change.
  const char* const* values();
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  std::string& add(Oid type);

  std::size_t count_ = 0;  // in use; the others are kept to reuse their memory
  std::vector<std::string> bytes_;
  std::vector<Oid> types_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
  std::vector<const char*> values_;
};

struct ClearResult {
  void operator()(PGresult* it) const { PQclear(it); }
};
using Result = std::unique_ptr<PGresult, ClearResult>;

class PostgresqlLink {
 public:
  // Connects. Throws Error.
  PostgresqlLink(std::string url, Access access);

  const std::string& name() const { return name_; }

  // When this number changes, prepared statements and cursors are lost.
  std::uint64_t epoch() const { return epoch_; }
  std::string new_name() { return "pagekin_" + std::to_string(++names_given_); }

  // Sends without waiting. Throws ConnectionLost, or the error of an earlier statement.
  void send_prepare(const std::string& statement, const std::string& sql, const Parameters& types);
  void send_prepared(const std::string& statement, Parameters& parameters);
  void send(const std::string& sql, Parameters& parameters);
  void send(const std::string& sql);

  // Waits for all answers; throws the first error among them. Returns the rows of the last
  // statement that had rows, in binary form.
  Result settle();

  // Several statements in one text, without rows.
  void execute(const std::string& sql);

  bool is_lost() const { return lost_ || PQstatus(connection_.get()) != CONNECTION_OK; }
  // Connects again; waits for a server that restarts. Throws ConnectionLost.
  void reconnect();

 private:
  struct Finish {
    void operator()(PGconn* it) const { PQfinish(it); }
  };

  void connect();
  void set_up();
  void become_the_writer(int tries);
  Result run_alone(const std::string& sql);
  void make_room(std::size_t bytes);
  void check_sent(int accepted) {
    if (accepted == 0) fail_lost();
  }
  [[noreturn]] void fail(const PGresult* result);
  [[noreturn]] void fail_lost();
  std::string without_password(std::string text) const;

  std::string url_;
  std::string name_;
  std::string password_;
  Access access_;
  std::unique_ptr<PGconn, Finish> connection_;
  bool lost_ = false;
  std::uint64_t epoch_ = 0;
  std::uint64_t names_given_ = 0;
  std::size_t statements_sent_ = 0;  // statements whose answers were not read
  std::size_t bytes_sent_ = 0;
};

}  // namespace pagekin::store
