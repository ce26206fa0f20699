#include "pagekin/store/postgresql_link.h"

#include <array>
#include <chrono>
#include <new>
#include <thread>

#include "pagekin/store/crawl_store.h"

namespace pagekin::store {
namespace {

using namespace std::chrono_literals;

// Type numbers that are equal in all versions of PostgreSQL.
constexpr Oid kBigint = 20;
constexpr Oid kText = 25;
constexpr Oid kBytea = 17;

constexpr std::size_t kMostStatements = 400;
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

constexpr auto kBetweenTries = 50ms;
constexpr auto kRestart = 30s;         // longest time to wait for a server to restart
constexpr int kFirstTriesToLock = 10;  // enough for a writer that was killed just now
constexpr int kTriesToLock = 600;      // until the server notices that our old connection is gone

constexpr int kOldestServer = 100'000;  // 10.0

// The first key is a constant of pagekin, the second the schema of the tables.
constexpr const char* kLock =
    "SELECT pg_catalog.pg_try_advisory_lock(1885828974, (SELECT oid::pg_catalog.int4 FROM "
    "pg_catalog.pg_namespace WHERE nspname = pg_catalog.current_schema()))";

struct FreeOptions {
  void operator()(PQconninfoOption* it) const { PQconninfoFree(it); }
};

std::string option(const PQconninfoOption* options, std::string_view keyword) {
  for (; options->keyword != nullptr; ++options) {
    if (options->keyword == keyword) return options->val != nullptr ? options->val : "";
  }
  return "";
}

// Whether this error means that the server has closed the connection or will close it.
bool is_end_of_connection(std::string_view state) {
  return state.starts_with("08") || state == "57P01" || state == "57P02" || state == "57P03" ||
         state == "57P05" || state == "25P03";  // idle for too long
}

}  // namespace

void Parameters::add_integer(std::int64_t value) {
  std::string& bytes = add(kBigint);
  const auto bits = static_cast<std::uint64_t>(value);
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(bits >> shift & 0xFF);
}

void Parameters::add_text(std::string_view value) {
  std::string& bytes = add(kText);
  bytes = text_for_database(value, bytes);
}

void Parameters::add_bytes(std::string_view value) { add(kBytea) = value; }

std::string& Parameters::add(Oid type) {
  if (count_ == bytes_.size()) {
    bytes_.emplace_back();
    types_.emplace_back();
    lengths_.emplace_back();
    formats_.push_back(1);
  }
  types_[count_] = type;
  std::string& bytes = bytes_[count_++];
  bytes.clear();
  return bytes;
}

std::size_t Parameters::byte_count() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < count_; ++i) count += bytes_[i].size();
  return count;
}

const char* const* Parameters::values() {
  values_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    values_.push_back(bytes_[i].data());
    lengths_[i] = static_cast<int>(bytes_[i].size());
  }
  return values_.data();
}

PostgresqlLink::PostgresqlLink(std::string url, Access access)
    : url_(std::move(url)), name_("the PostgreSQL database"), access_(access) {
  // libpq's message about a malformed address may contain the password, so it is not shown.
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(url_.c_str(), nullptr));
  if (!options) throw Error("not an address of a PostgreSQL database: postgresql://...");
  password_ = option(options.get(), "password");
  const std::string user = option(options.get(), "user");
  const std::string port = option(options.get(), "port");
  name_ = shown_name("postgresql://" + (user.empty() ? "" : user + "@") +
                     option(options.get(), "host") + (port.empty() ? "" : ":" + port) + "/" +
                     option(options.get(), "dbname"));
  connect();
  become_the_writer(kFirstTriesToLock);
}

void PostgresqlLink::connect() {
  // Keywords before the URL can be overridden in the URL, keywords after it cannot.
  const std::array<const char*, 7> keywords{"connect_timeout",
                                            "keepalives_idle",
                                            "keepalives_interval",
                                            "fallback_application_name",
                                            "dbname",
                                            "client_encoding",
                                            nullptr};
  const std::array<const char*, 7> values{"15",         "20",   "5",    "pagekin",
                                          url_.c_str(), "UTF8", nullptr};
  ++epoch_;
  lost_ = false;
  statements_sent_ = 0;
  bytes_sent_ = 0;
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 1));
  if (!connection_) throw std::bad_alloc();
  if (is_lost()) fail_lost();
  PQsetNoticeReceiver(
      connection_.get(), [](void*, const PGresult*) {}, nullptr);
  set_up();
}

void PostgresqlLink::set_up() {
  if (PQserverVersion(connection_.get()) < kOldestServer) {
    throw Error(name_ + ": the server must be PostgreSQL 10 or later");
  }
  const char* encoding = PQparameterStatus(connection_.get(), "server_encoding");
  if (encoding == nullptr || std::string_view(encoding) != "UTF8") {
    throw Error(name_ + ": the database must have the encoding UTF8");
  }
  if (access_ == Access::kRead) {
    run_alone("SET default_transaction_read_only = on");
  } else {
    // If the server crashes and loses transactions, the store notices it and fetches the pages
    // again. A connection that broke silently must not hold the lock for hours.
    run_alone(
        "SET synchronous_commit = off; SET tcp_keepalives_idle = 20; "
        "SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
  }
  if (PQenterPipelineMode(connection_.get()) == 0) fail_lost();
}

void PostgresqlLink::become_the_writer(int tries) {
  if (access_ == Access::kRead) return;
  for (;;) {
    send(kLock);
    const Result answer = settle();
    if (PQntuples(answer.get()) != 1 || PQgetisnull(answer.get(), 0, 0) != 0) {
      throw Error(name_ + ": there is no schema to make tables in; see search_path");
    }
    if (*PQgetvalue(answer.get(), 0, 0) != 0) return;
    if (--tries == 0) throw Error(name_ + ": another pagekin writes to it");
    std::this_thread::sleep_for(kBetweenTries);
  }
}

void PostgresqlLink::reconnect() {
  const auto give_up = std::chrono::steady_clock::now() + kRestart;
  for (;;) {
    try {
      connect();
      become_the_writer(kTriesToLock);
      return;
    } catch (const ConnectionLost&) {
      if (std::chrono::steady_clock::now() > give_up) throw;
      std::this_thread::sleep_for(kBetweenTries);
    }
  }
}

void PostgresqlLink::send_prepare(const std::string& statement, const std::string& sql,
                                  const Parameters& types) {
  make_room(sql.size());
  check_sent(PQsendPrepare(connection_.get(), statement.c_str(), sql.c_str(), types.count(),
                           types.types()));
}

void PostgresqlLink::send_prepared(const std::string& statement, Parameters& parameters) {
  make_room(parameters.byte_count());
  const char* const* values = parameters.values();
  check_sent(PQsendQueryPrepared(connection_.get(), statement.c_str(), parameters.count(), values,
                                 parameters.lengths(), parameters.formats(), 1));
}

void PostgresqlLink::send(const std::string& sql, Parameters& parameters) {
  make_room(sql.size() + parameters.byte_count());
  const char* const* values = parameters.values();
  check_sent(PQsendQueryParams(connection_.get(), sql.c_str(), parameters.count(),
                               parameters.types(), values, parameters.lengths(),
                               parameters.formats(), 1));
}

void PostgresqlLink::send(const std::string& sql) {
  Parameters none;
  send(sql, none);
}

// Reads answers before a statement is sent, because its own answer is read by the caller who
// wants its rows.
void PostgresqlLink::make_room(std::size_t bytes) {
  if (statements_sent_ >= kMostStatements || bytes_sent_ >= kMostBytes) settle();
  ++statements_sent_;
  bytes_sent_ += bytes;
}

Result PostgresqlLink::settle() {
  if (PQpipelineSync(connection_.get()) == 0) fail_lost();
  Result rows;
  Result failed;
  bool answer_ended = false;  // a null pointer ends each answer except that of the sync
  for (;;) {
    Result answer(PQgetResult(connection_.get()));
    if (!answer) {
      if (answer_ended || is_lost()) break;
      answer_ended = true;
      continue;
    }
    answer_ended = false;
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_PIPELINE_SYNC) break;
    if (status == PGRES_TUPLES_OK) rows = std::move(answer);
    if (status == PGRES_FATAL_ERROR && !failed) failed = std::move(answer);
  }
  statements_sent_ = 0;
  bytes_sent_ = 0;
  if (failed) fail(failed.get());
  if (is_lost()) fail_lost();
  return rows;
}

void PostgresqlLink::execute(const std::string& sql) {
  settle();
  if (PQexitPipelineMode(connection_.get()) == 0) fail_lost();
  run_alone(sql);
  if (PQenterPipelineMode(connection_.get()) == 0) fail_lost();
}

// Outside pipeline mode.
Result PostgresqlLink::run_alone(const std::string& sql) {
  Result answer(PQexec(connection_.get(), sql.c_str()));
  const ExecStatusType status = PQresultStatus(answer.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return answer;
  if (!is_lost() && PQpipelineStatus(connection_.get()) == PQ_PIPELINE_OFF) {
    PQenterPipelineMode(connection_.get());
  }
  fail(answer.get());
}

void PostgresqlLink::fail(const PGresult* result) {
  ++epoch_;  // statements sent after the failure were not prepared
  const char* field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field != nullptr ? field : "08006";  // not from the server
  if (is_lost() || is_end_of_connection(state)) fail_lost();
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string reason =
      without_password(primary != nullptr ? primary : PQresultErrorMessage(result));
  if (state == "53100" || state == "25006") {  // disk full; read-only
    throw StoreFull("cannot write to " + name_ + ": " + reason);
  }
  throw Error(name_ + ": " + reason);
}

void PostgresqlLink::fail_lost() {
  lost_ = true;
  std::string reason = without_password(PQerrorMessage(connection_.get()));
  while (!reason.empty() && reason.back() == '\n') reason.pop_back();
  const std::size_t line_end = reason.find('\n');
  if (line_end != std::string::npos) reason.resize(line_end);
  throw ConnectionLost(name_ + ": " + (reason.empty() ? "the connection was lost" : reason));
}

std::string PostgresqlLink::without_password(std::string text) const {
  if (password_.empty()) return text;
  constexpr std::string_view shown = "...";
  std::size_t at = text.find(password_);
  while (at != std::string::npos) {
    text.replace(at, password_.size(), shown);
    at = text.find(password_, at + shown.size());
  }
  return text;
}

}  // namespace pagekin::store
