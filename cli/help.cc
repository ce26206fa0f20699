#include "cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

// Two columns: what is explained, and the explanation.
class Columns {
 public:
  Columns(std::size_t width, std::size_t widest) : width_(width) {
    // The explanations get at least half of the line.
    right_ = std::min({widest + 4, std::size_t{28}, width / 2});
  }

  void add(const std::string& head, std::string_view text) {
    text_ += "  " + head;
    if (text.empty()) {
      text_ += "\n";
      return;
    }
    if (head.size() + 4 > right_) {
      text_ += "\n";
      text_.append(right_, ' ');
    } else {
      text_.append(right_ - head.size() - 2, ' ');
    }
    text_ += wrap(text, width_, right_, right_) + "\n";
  }

  std::string take() { return std::move(text_); }

 private:
  std::size_t width_;
  std::size_t right_ = 0;
  std::string text_;
};

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string in_columns(const Rows& rows, std::size_t width) {
  std::size_t widest = 0;
  for (const auto& [head, text] : rows) widest = std::max(widest, head.size());
  Columns columns(width, widest);
  for (const auto& [head, text] : rows) columns.add(head, text);
  return columns.take();
}

// "-o, --output FILE"; a name without a short one is moved below the long ones.
std::string head_of_help(const Option& option) {
  if (option.is_positional()) return option.placeholder() + (option.is_list() ? "..." : "");
  const std::vector<std::string> names = option.all_names();
  std::string head;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    head += (head.empty() ? "" : ", ") + *name;
  }
  if (head.starts_with("--")) head.insert(0, 4, ' ');
  if (option.is_flag()) return head;
  head += " " + option.placeholder();
  if (option.is_list() && !option.repeated) head += "...";
  return head;
}

std::string text_of(const Option& option) {
  const std::string conditions = option.conditions();
  return conditions.empty() ? option.help : option.help + " " + conditions;
}

std::string sentence(std::string_view summary) {
  std::string text(summary);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text + ".";
}

std::string usage_of(const Command& command, const OptionTable& table) {
  std::string usage = fmt::format("pagekin {}", command.name);
  usage += " [OPTIONS]";
  for (const Option& option : table.options()) {
    if (!option.is_positional() && option.required) {
      usage += fmt::format(" {} {}", option.all_names().back(), option.placeholder());
    }
  }
  for (const Option& option : table.options()) {
    if (option.is_positional()) {
      usage += option.required ? " " + head_of_help(option) : " [" + head_of_help(option) + "]";
    }
  }
  return usage;
}

// Notes are paragraphs; lines that begin with a blank stay as they are.
std::string wrapped_notes(std::string_view notes, std::size_t width) {
  std::string text;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) text += wrap(paragraph, width, 0, 0) + "\n";
    paragraph.clear();
  };
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    const std::string_view line = notes.substr(0, end);
    if (line.empty() || line.front() == ' ') {
      end_paragraph();
      text += std::string(line) + "\n";
    } else {
      paragraph += std::string(line) + " ";
    }
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
  end_paragraph();
  return text;
}

std::string wrapped_examples(std::string_view examples, std::size_t width) {
  std::string text;
  while (!examples.empty()) {
    const std::size_t end = std::min(examples.find('\n'), examples.size());
    text += wrap_command(examples.substr(0, end), width, 6) + "\n";
    examples.remove_prefix(std::min(end + 1, examples.size()));
  }
  return text;
}

}  // namespace

// Of one command, or of the whole program.
Rows exit_statuses(const OptionTable* table) {
  Rows rows{{"0", "done"},
            {fmt::format("{}", kFailed),
             "something asked for could not be done; standard error says what"},
            {fmt::format("{}", kWrongUsage), "the command line is wrong"}};
  if (table == nullptr || table->find("--fail-on") != nullptr)
    rows.emplace_back("3", "a condition of --fail-on was met");
  rows.emplace_back("128 + N", "signal N ended the run; 130 after Ctrl-C");
  return rows;
}

std::pair<std::string_view, std::string_view> examples_and_notes(const Command& command) {
  const std::size_t end = command.examples.find("\n\n");
  if (end == std::string_view::npos) return {command.examples, {}};
  return {command.examples.substr(0, end), command.examples.substr(end + 2)};
}

std::string help_of(const Command& command, std::size_t width) {
  OptionTable table;
  declare_options(command, table);
  std::string text = wrap(sentence(command.summary), width, 0, 0) + "\n";
  text += "\nUsage: " + wrap(usage_of(command, table), width, 9, 7) + "\n";

  Rows inputs;
  for (const Option& option : table.options()) {
    if (option.is_positional()) inputs.emplace_back(head_of_help(option), text_of(option));
  }
  if (!inputs.empty()) text += "\nArguments:\n" + in_columns(inputs, width);
  for (const std::string& group : table.groups()) {
    Rows rows;
    for (const Option* const option : table.options_of(group)) {
      rows.emplace_back(head_of_help(*option), text_of(*option));
    }
    text += fmt::format("\n{}:\n{}", group, in_columns(rows, width));
  }
  text += "\nHelp:\n" + in_columns({{"-h, --help", "print this help and exit"}}, width);

  const auto [examples, notes] = examples_and_notes(command);
  if (!notes.empty()) text += "\nNotes:\n" + wrapped_notes(notes, width);
  if (!examples.empty()) text += "\nExamples:\n" + wrapped_examples(examples, width);
  return text + "\nExit status:\n" + in_columns(exit_statuses(&table), width);
}

std::string main_help(std::size_t width) {
  std::string text = wrap(kDescription, width, 0, 0) + "\n";
  text += "\nUsage: pagekin COMMAND [OPTIONS] [INPUT...]\n\nCommands:\n";
  Rows rows;
  for (const Command& command : commands()) {
    if (!command.hidden) rows.emplace_back(command.name, command.summary);
  }
  text += in_columns(rows, width);
  text += "\nOptions:\n" +
          in_columns({{"-h, --help", "print this help and exit"},
                      {"-V, --version", "print the version and exit"},
                      {"--licences", "print the licences of pagekin and of what it contains"}},
                     width);
  text += "\nExit status:\n" + in_columns(exit_statuses(nullptr), width);
  return text + "\n" + wrap(kFooter, width, 0, 0) + "\n";
}

}  // namespace pagekin::cli
