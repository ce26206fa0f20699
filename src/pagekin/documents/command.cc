// Converts documents by a program: one process a document.
//
// The command goes to the shell as the user wrote it. What comes from a document, its name
// and type, is passed in the environment only, so it can never become a part of the command.
//
// A process leads a group of its own. When it has ended, printed too much, or taken too long, the
// whole group is killed, so that nothing stays behind but processes that left the group on purpose.
//
// Cost: one process, and its output in memory up to the limit.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/documents/converter_base.h"

extern char** environ;

namespace pagekin::documents {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kKeptErrors = 400;  // of what the program writes to standard error
constexpr int kLookMs = 50;               // how often a process that prints nothing is looked at
constexpr std::string_view kTypeVariable = "PAGEKIN_TYPE=";
constexpr std::string_view kNameVariable = "PAGEKIN_NAME=";

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor out;  // to read from
  Descriptor in;   // to write to
};

std::optional<Pipe> open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{.out = Descriptor(ends[0]), .in = Descriptor(ends[1])};
}

void do_not_wait_for(const Descriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

// Writing to a program that has gone must not end this one. Other threads are not affected.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutPipeSignal() {
    if (!was_pending_) {
      const timespec at_once{};
      while (sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

// A process that leads a group; the destructor ends both.
class Process {
 public:
  explicit Process(pid_t id) : id_(id) {}
  ~Process() {
    if (id_ > 0) end();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Whether the leader has ended. It stays to be waited for, so that its number is not used again.
  bool has_ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == id_;
  }

  // Kills what is left of the group. Returns the status of the leader as waitpid() gives it.
  int end() {
    kill(-id_, SIGKILL);
    int status = 0;
    while (waitpid(id_, &status, 0) == -1 && errno == EINTR) {
    }
    id_ = -1;
    return status;
  }

 private:
  pid_t id_;
};

// The environment with the two variables of the document.
std::vector<std::string> environment_of(const input::Document& document) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with(kTypeVariable) && !text.starts_with(kNameVariable)) {
      variables.emplace_back(text);
    }
  }
  const auto add = [&](std::string_view variable, std::string_view value) {
    value = value.substr(0, std::min(value.find('\0'), kLongestName));
    variables.push_back(std::string(variable) + std::string(value));
  };
  add(kTypeVariable, document.media_type);
  add(kNameVariable, document.name);
  return variables;
}

std::string ended_text(int status, std::string_view errors) {
  std::string text;
  if (WIFSIGNALED(status)) {
    text = "the command was ended by signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) == 127) {
    text = "the command was not found (status 127)";
  } else {
    text = "the command ended with status " + std::to_string(WEXITSTATUS(status));
  }
  const std::string_view line = trim(errors.substr(0, errors.find('\n')), " \t\r\n");
  if (!line.empty()) text += ": " + printable(line);
  return text;
}

class Command final : public ConverterBase {
 public:
  Command(std::string command, const ConverterOptions& options)
      : ConverterBase(options), command_(std::move(command)) {}

  std::string identity() const override { return "via " + command_; }

 protected:
  input::ConvertedDocument convert_one(const input::Document& document,
                                       std::size_t max_page_bytes) override;

 private:
  std::string command_;
};

// What flows between this program and the other one.
struct Flow {
  Descriptor in, out, errors;
  std::string_view unsent;
  std::string html;
  std::string error_text;
  std::size_t cap = 0;  // of html
  bool too_long = false;

  void send() {
    const ssize_t sent = write(in.number(), unsent.data(), unsent.size());
    if (sent > 0) unsent.remove_prefix(static_cast<std::size_t>(sent));
    const bool is_gone = sent < 0 && errno != EAGAIN && errno != EINTR;
    if (unsent.empty() || is_gone) in.close();
  }

  // Takes what is there; false if nothing is there now.
  bool take(Descriptor& from, std::string& into, std::size_t most, bool& too_much) const {
    std::array<char, 65536> piece;
    const ssize_t got = read(from.number(), piece.data(), piece.size());
    if (got < 0) {
      if (errno != EAGAIN && errno != EINTR) from.close();
      return false;
    }
    if (got == 0) {
      from.close();
      return false;
    }
    const auto count = static_cast<std::size_t>(got);
    const std::size_t room = most - into.size();
    into.append(piece.data(), std::min(count, room));
    too_much = too_much || count > room;
    return true;
  }
  bool take_html() { return take(out, html, cap, too_long); }
  bool take_errors() {
    bool ignored = false;
    return take(errors, error_text, kKeptErrors, ignored);
  }

  void wait() {
    std::array<pollfd, 3> watched{};
    watched[0] = {.fd = in.number(), .events = POLLOUT, .revents = 0};
    watched[1] = {.fd = out.number(), .events = POLLIN, .revents = 0};
    watched[2] = {.fd = errors.number(), .events = POLLIN, .revents = 0};
    // Without an open end of its output, only its death is of interest, which comes soon.
    if (poll(watched.data(), watched.size(), out.is_open() ? kLookMs : 1) <= 0) return;
    if (watched[0].revents != 0) send();
    if (watched[1].revents != 0) take_html();
    if (watched[2].revents != 0) take_errors();
  }
};

input::ConvertedDocument Command::convert_one(const input::Document& document,
                                              std::size_t max_page_bytes) {
  const auto fail = [](std::string why) {
    return input::ConvertedDocument{.fault = std::move(why), .may_change = true};
  };
  std::optional<Pipe> in = open_pipe();
  std::optional<Pipe> out = open_pipe();
  std::optional<Pipe> errors = open_pipe();
  if (!in || !out || !errors) {
    return fail(std::string("the command cannot be started: ") + std::strerror(errno));
  }

  std::vector<std::string> variables = environment_of(document);
  std::vector<char*> environment;
  environment.reserve(variables.size() + 1);
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  std::string shell = "/bin/sh";
  std::string flag = "-c";
  std::string command = command_;
  char* const arguments[] = {shell.data(), flag.data(), command.data(), nullptr};

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in->out.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out->in.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors->in.number(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t changed;  // signals that this program may handle or ignore
  sigemptyset(&changed);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&changed, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &changed);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t id = 0;
  const int started =
      posix_spawn(&id, shell.c_str(), &actions, &attributes, arguments, environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (started != 0) {
    return fail(std::string("the command cannot be started: ") + std::strerror(started));
  }
  Process process(id);
  const WithoutPipeSignal without_signal;
  Flow flow{.in = std::move(in->in),
            .out = std::move(out->out),
            .errors = std::move(errors->out),
            .unsent = document.bytes,
            .html = {},
            .error_text = {},
            .cap = max_page_bytes == 0 ? SIZE_MAX / 4 : max_page_bytes};
  in->out.close();
  out->in.close();
  errors->in.close();
  do_not_wait_for(flow.in);
  do_not_wait_for(flow.out);
  do_not_wait_for(flow.errors);
  if (flow.unsent.empty()) flow.in.close();

  const Clock::time_point end = Clock::now() + options().timeout;
  bool has_ended = false;
  while (!has_ended && !flow.too_long) {
    check_stop();
    if (Clock::now() > end) {
      return fail("the command took longer than " + std::to_string(options().timeout.count()) +
                  " ms");
    }
    flow.wait();
    has_ended = process.has_ended();
  }
  const int status = process.end();
  // What it printed before its end. A process that left the group may hold the pipe open.
  while (flow.out.is_open() && !flow.too_long && flow.take_html()) {
  }
  while (flow.errors.is_open() && flow.error_text.size() < kKeptErrors && flow.take_errors()) {
  }
  if (!flow.too_long && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
    return fail(ended_text(status, flow.error_text));
  }
  if (flow.html.empty()) return fail("the command printed nothing");
  return {.html = std::move(flow.html), .charset = {}, .cut = flow.too_long, .fault = {}};
}

}  // namespace

std::shared_ptr<input::DocumentConverter> make_command(const std::string& command,
                                                       const ConverterOptions& options) {
  if (trim(command, " \t\r\n").empty()) {
    throw OptionError(option_named("via") + " takes a command, got nothing", "via");
  }
  return std::make_shared<Command>(command, options);
}

}  // namespace pagekin::documents
