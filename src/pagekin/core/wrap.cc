#include "pagekin/core/wrap.h"

#include <algorithm>
#include <span>
#include <vector>

#include "pagekin/text.h"  // what it declares is exported

namespace pagekin {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

// The words of a command, an option together with the word after it. A blank inside quotes does
// not end a word.
std::vector<std::string_view> shell_words(std::string_view command) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t i = 0; i <= command.size(); ++i) {
    const bool is_end = i == command.size();
    if (!is_end && quote != 0) {
      if (command[i] == quote) quote = 0;
    } else if (is_end || command[i] == ' ') {
      const std::string_view word = command.substr(begin, i - begin);
      const bool is_value = !words.empty() && words.back().starts_with('-') &&
                            words.back().find(' ') == std::string_view::npos &&
                            !word.starts_with('-');
      if (!word.empty() && is_value) {
        const auto start = static_cast<std::size_t>(words.back().data() - command.data());
        words.back() = command.substr(start, i - start);
      } else if (!word.empty()) {
        words.push_back(word);
      }
      begin = i + 1;
    } else if (command[i] == '\'' || command[i] == '"') {
      quote = command[i];
    }
  }
  return words;
}

// Appends the words to lines of at most `width` columns. A line that goes on ends with `joint`,
// and the next one is indented.
void append_wrapped(std::string& lines, std::span<const std::string_view> words, std::size_t column,
                    std::size_t width, std::size_t indent, std::string_view joint) {
  bool begins_line = true;
  for (const std::string_view word : words) {
    // Room for the joint must be left, because another line may follow.
    if (!begins_line && column + 1 + word.size() + joint.size() > width) {
      lines += joint;
      lines += '\n';
      lines.append(indent, ' ');
      column = indent;
    } else if (!begins_line) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
    begins_line = false;
  }
}

}  // namespace

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t first) {
  std::string lines;
  append_wrapped(lines, words_of(text), first, width, indent, "");
  return lines;
}

std::string describe_caution(std::string_view caution, std::size_t width) {
  constexpr std::size_t indent = 10;
  if (caution.empty()) return {};
  return "caution   " + wrap(caution, width, indent, indent) + "\n";
}

std::string wrap_command(std::string_view command, std::size_t width, std::size_t indent) {
  if (command.size() <= width) return std::string(command);
  std::string lines(command.substr(0, command.find_first_not_of(' ')));
  append_wrapped(lines, shell_words(command), lines.size(), width, indent, " \\");
  return lines;
}

}  // namespace pagekin
