#include "cli/command_line.h"

#include <algorithm>

#include "pagekin/text.h"

namespace pagekin::cli {
namespace {

std::string& kept() {
  static std::string command;
  return command;
}

// The URL of a database may follow the name of an option or of a kind of input.
std::string without_password(std::string_view word) {
  const std::size_t url = std::min(word.rfind("postgres", word.find("://")), word.size());
  return std::string(word.substr(0, url)) + pagekin::without_password(word.substr(url));
}

}  // namespace

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=@%+";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

void keep_command_line(int argc, char** argv) {
  kept() = "pagekin";
  for (int i = 1; i < argc; ++i) kept() += " " + shell_word(without_password(argv[i]));
}

const std::string& command_line() { return kept(); }

}  // namespace pagekin::cli
