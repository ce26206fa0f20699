#include "pagekin/core/output_link.h"

#include <atomic>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin {
namespace {

constexpr int kMostLinks = 40;  // in a chain, as in Linux

std::atomic<bool>& links_are_followed() {
  static std::atomic<bool> followed = false;
  return followed;
}

bool is_link(const std::string& path, struct stat& info) {
  return lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

}  // namespace

bool follow_output_links(bool allowed) { return links_are_followed().exchange(allowed); }

bool follows_output_links() { return links_are_followed(); }

int named_descriptor(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const char* const end = path.data() + path.size();
    int number = -1;
    const auto read = std::from_chars(path.data() + folder.size(), end, number);
    if (read.ec == std::errc() && read.ptr == end) return number;
  }
  return -1;
}

std::string output_target(const std::string& path) {
  if (named_descriptor(path) >= 0) return path;
  std::string target = path;
  struct stat info {};
  for (int links = 0; is_link(target, info); ++links) {
    std::error_code code;
    const std::filesystem::path next = std::filesystem::read_symlink(target, code);
    if (code) throw Error("cannot write " + path + ": " + code.message());
    const std::string shown =
        printable(path) + ": it is a symbolic link to " + printable(next.string());
    if (info.st_uid != geteuid() && info.st_uid != 0) {
      throw Error("cannot write " + shown + " that another user made");
    }
    if (!links_are_followed()) {
      throw Error("cannot write " + shown + "; " + option_named("follow_links") +
                  " lets outputs be written through links");
    }
    if (links == kMostLinks) throw Error("cannot write " + path + ": too many links");
    target = (std::filesystem::path(target).parent_path() / next).string();
  }
  return target;
}

}  // namespace pagekin
