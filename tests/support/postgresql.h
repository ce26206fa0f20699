// A PostgreSQL server for the tests, from Debian's packages. It lives in a temporary directory,
// listens on a socket there, starts at its first use and ends with the test program, however that
// ends. Tests that need it begin with PAGEKIN_NEEDS_POSTGRESQL and are skipped, visibly, if there
// is none.
//
// The server refuses to run as root; it runs as postgres or nobody then.
#pragma once

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/store/database.h"

#include "support/temp_dir.h"

namespace pagekin::test {

class PostgresqlServer {
 public:
  // Returns null if there is none; why_not() says why.
  static PostgresqlServer* get() {
    static const std::unique_ptr<PostgresqlServer> server = try_to_start();
    return server.get();
  }
  static std::string& why_not() {
    static std::string reason;
    return reason;
  }

  ~PostgresqlServer() {
    if (getpid() != owner_) return;  // a forked copy of the tests
    stop(SIGQUIT);
  }

  // The URL for the superuser, in a schema without a store.
  std::string admin_url() const { return url("admin", "admin"); }

  // Creates an empty schema and a role that may use nothing else; returns its URL.
  std::string new_store() {
    const std::string schema = "store_" + std::to_string(++schemas_);
    admin().execute("CREATE SCHEMA " + schema + " AUTHORIZATION crawler");
    return url("crawler", schema);
  }

  store::Database& admin() {
    if (!admin_) admin_ = store::open_postgresql(admin_url(), store::Access::kWrite);
    return *admin_;
  }

  // Ends all connections of stores and returns their number.
  std::int64_t end_connections() {
    const auto statement = admin().prepare(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'crawler'");
    return statement->next() ? statement->integer(0) : 0;
  }

  // SIGINT ends it in order, SIGQUIT as a crash does.
  void restart(int signal) {
    admin_.reset();
    stop(signal);
    start();
  }

 private:
  explicit PostgresqlServer(std::filesystem::path programs)
      : programs_(std::move(programs)), owner_(getpid()) {
    if (geteuid() == 0) {
      user_ = getpwnam("postgres");
      if (user_ == nullptr) user_ = getpwnam("nobody");
      if (user_ == nullptr) throw std::runtime_error("no user to run PostgreSQL as");
      if (chown(directory_.path().c_str(), user_->pw_uid, user_->pw_gid) != 0) {
        throw std::runtime_error("cannot give PostgreSQL its directory");
      }
    }
    const pid_t initdb = spawn({"initdb", "-D", data(), "-U", "admin", "-A", "trust", "-E", "UTF8",
                                "--locale=C", "--no-sync"});
    int status = 0;
    waitpid(initdb, &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed");
    start();
    store::open_postgresql(url("admin", "public"), store::Access::kWrite)
        ->execute("CREATE ROLE crawler LOGIN; CREATE SCHEMA admin");
  }

  static std::unique_ptr<PostgresqlServer> try_to_start() {
    try {
      std::error_code ignored;
      for (const auto& version :
           std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
        if (!std::filesystem::exists(version.path() / "bin/initdb")) continue;
        return std::unique_ptr<PostgresqlServer>(new PostgresqlServer(version.path() / "bin"));
      }
      why_not() = "PostgreSQL is not installed";
    } catch (const std::exception& error) {
      why_not() = error.what();
    }
    return nullptr;
  }

  std::string data() const { return (directory_.path() / "data").string(); }
  std::string url(const std::string& role, const std::string& schema) const {
    return "postgresql:///postgres?host=" + directory_.path().string() + "&user=" + role +
           "&options=-csearch_path%3D" + schema;
  }

  void start() {
    server_ = spawn({"postgres", "-D", data(), "-k", directory_.path().string(), "-c",
                     "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB", "-c",
                     "max_connections=30", "-c", "autovacuum=off"});
    for (int tries = 0; tries < 600; ++tries) {
      try {
        store::open_postgresql(url("admin", "public"), store::Access::kRead);
        return;
      } catch (const store::ConnectionLost&) {
        if (waitpid(server_, nullptr, WNOHANG) == server_) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    throw std::runtime_error("PostgreSQL does not start");
  }

  void stop(int signal) {
    admin_.reset();
    kill(server_, signal);
    waitpid(server_, nullptr, 0);
  }

  pid_t spawn(const std::vector<std::string>& command) const {
    const std::string program = (programs_ / command[0]).string();
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
      arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child != 0) return child;
    if (user_ != nullptr &&
        (setgroups(0, nullptr) != 0 || setgid(user_->pw_gid) != 0 || setuid(user_->pw_uid) != 0)) {
      _exit(1);
    }
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
    if (chdir("/") != 0) _exit(1);
    execv(program.c_str(), arguments.data());
    _exit(1);
  }

  std::filesystem::path programs_;
  TempDir directory_;
  pid_t owner_;
  const passwd* user_ = nullptr;
  pid_t server_ = -1;
  int schemas_ = 0;
  std::unique_ptr<store::Database> admin_;
};

}  // namespace pagekin::test

#define PAGEKIN_NEEDS_POSTGRESQL()                       \
  if (pagekin::test::PostgresqlServer::get() == nullptr) \
  GTEST_SKIP() << pagekin::test::PostgresqlServer::why_not()
