#include "pagekin/visual/screenshots.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"

extern char** environ;  // NOLINT

namespace pagekin::visual {
namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(60);
constexpr std::size_t kMostBytes = 1 << 20;  // of a screenshot
constexpr std::size_t kMostOfBlank = 16384;  // a picture of nothing is smaller
constexpr int kAttempts = 5;

// The first program of this name in PATH; empty: none.
std::string find_program(const std::string& name) {
  if (name.find('/') != name.npos) return access(name.c_str(), X_OK) == 0 ? name : std::string();
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): never set here
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (folder.empty()) continue;
    std::string candidate = std::string(folder) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

// A new folder that is removed at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "pagekin-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw Error("cannot make a temporary folder for screenshots: " +
                  std::generic_category().message(errno));
    }
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The page in a frame that runs no scripts, loads nothing, and goes nowhere else: neither by a
// refresh nor by a link can it show a file of this machine. Chromium takes no picture if scripts
// are off for the whole browser, so they are off for the frame. It may take the picture before the
// frame is drawn; a budget of virtual time makes it wait, and a blank picture is taken again.
std::string in_locked_frame(const std::string& html) {
  std::string page =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
      "<style>html,body{margin:0;height:100%;overflow:hidden}"
      "iframe{border:0;width:100%;height:100%}</style><iframe sandbox srcdoc=\"";
  append_markup(html, page, "&\"");
  return page + "\"></iframe>";
}

// Waits for a child; kills it when it takes too long or the run is to stop. Returns what went
// wrong; empty: nothing.
std::string wait_for(pid_t child) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    int status = 0;
    const pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child) {
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
      return WIFEXITED(status)
                 ? "the browser ended with status " + std::to_string(WEXITSTATUS(status))
                 : "the browser was ended by signal " + std::to_string(WTERMSIG(status));
    }
    if (done < 0 && errno != EINTR) return "the browser was lost";
    bool stops = false;
    try {
      check_stop();
    } catch (const Cancelled&) {
      stops = true;
    }
    if (stops || std::chrono::steady_clock::now() > end) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      if (stops) check_stop();
      return "the browser took more than " + std::to_string(kPatience.count()) + " seconds";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::string run_browser(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {0, 1, 2}) {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);  // its own children end with it
  pid_t child = 0;
  const int failure =
      posix_spawn(&child, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return "the browser: " + std::generic_category().message(failure);
  return wait_for(child);
}

}  // namespace

Browser::Browser(const std::string& program) {
  if (!program.empty()) {
    path_ = find_program(program);
    if (path_.empty()) {
      throw OptionError(
          option_named("browser") + ": there is no program '" + printable(program) + "'", "browser",
          program);
    }
    return;
  }
  for (const char* const name :
       {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}) {
    path_ = find_program(name);
    if (!path_.empty()) return;
  }
  throw OptionError(option_named("screenshots") +
                        " needs Chromium, and there is none on this machine; install the package "
                        "chromium, or name the program with " +
                        option_named("browser"),
                    "screenshots");
}

Browser::Picture Browser::screenshot(const std::string& html, const std::string& style) {
  Picture picture;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    picture = take(html, style);
    if (!picture.fault.empty() || picture.png.size() > kMostOfBlank) return picture;
    if (blank_.empty()) blank_ = take({}, {}).png;
    if (picture.png != blank_) return picture;
  }
  return {.png = {}, .fault = "the browser showed a blank page"};
}

Browser::Picture Browser::take(const std::string& html, const std::string& style) const {
  const Scratch scratch;
  const fs::path page = scratch.path() / "page.html";
  const fs::path image = scratch.path() / "page.png";
  {
    std::ofstream file(page, std::ios::binary);
    file << in_locked_frame(style.empty() ? html : html + "<style>" + style + "</style>");
    if (!file) return {.png = {}, .fault = "cannot write a temporary file"};
  }
  std::vector<std::string> words{path_};
  for (const std::string_view flag :
       {"headless=new", "disable-gpu", "no-first-run", "disable-extensions",
        "disable-background-networking", "disable-component-update", "disable-sync",
        "hide-scrollbars", "mute-audio", "host-resolver-rules=MAP * ~NOTFOUND",
        "proxy-server=127.0.0.1:9", "virtual-time-budget=3000", "force-device-scale-factor=0.25",
        "window-size=1280,1680"}) {
    words.push_back("--" + std::string(flag));
  }
  const auto add = [&](std::string_view flag, const std::string& value) {
    words.push_back("--" + std::string(flag) + "=" + value);
  };
  add("user-data-dir", (scratch.path() / "profile").string());
  add("screenshot", image.string());
  if (geteuid() == 0) words.push_back("--" + std::string("no-sandbox"));  // else refused
  words.push_back("file://" + page.string());
  std::string fault = run_browser(words);
  if (!fault.empty()) return {.png = {}, .fault = std::move(fault)};
  std::ifstream file(image, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!bytes.starts_with("\x89PNG")) return {.png = {}, .fault = "the browser made no picture"};
  if (bytes.size() > kMostBytes) return {.png = {}, .fault = "the picture is larger than 1 MB"};
  return {.png = std::move(bytes), .fault = {}};
}

}  // namespace pagekin::visual
