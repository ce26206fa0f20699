#include "cli/terminal.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace pagekin::cli {
namespace {

constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kUsual = 80;

// 0: COLUMNS does not say.
std::size_t width_in_environment() {
  const char* const text = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): never set here
  if (text == nullptr) return 0;
  const std::string_view digits = text;
  std::size_t width = 0;
  const auto [end, failure] = std::from_chars(digits.begin(), digits.end(), width);
  return failure == std::errc{} && end == digits.end() ? width : 0;
}

// 0: the stream is not a terminal.
std::size_t width_of_terminal(int stream) {
  winsize size{};
  return ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// 0: the stream is not a terminal, and COLUMNS does not say.
std::size_t width_or_none(int stream) {
  std::size_t width = width_in_environment();
  if (width == 0) width = width_of_terminal(stream);
  return width == 0 ? 0 : std::max(width, kNarrowest);
}

}  // namespace

std::size_t terminal_width() { return terminal_width(STDOUT_FILENO); }

std::size_t terminal_width(int descriptor) {
  std::size_t width = width_in_environment();
  if (width == 0) width = width_of_terminal(descriptor);
  if (width == 0) width = kUsual;
  return std::max(width, kNarrowest);
}

bool has_colours(int descriptor) {
  const char* const no_colour = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* const terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe)
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return isatty(descriptor) != 0;
}

std::size_t summary_width() { return width_or_none(STDERR_FILENO); }

std::size_t table_width() { return width_or_none(STDOUT_FILENO); }

}  // namespace pagekin::cli
