// pagekin man: manual pages, made from the same tables as the help.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/output_file.h"
#include "pagekin/version.h"

#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

// Text in which roff finds no command of its own: backslashes, hyphens that would become
// typographic ones, and lines that begin with a control character.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const bool begins_line = safe.empty() || safe.back() == '\n';
    if (begins_line && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string title(std::string_view page) {
  return fmt::format(".TH \"{}\" 1 \"\" \"pagekin {}\" \"User Commands\"\n", page, kVersion);
}

// The names of an option and its value: "-o, --output FILE".
std::string head_of(const Option& option) {
  if (option.is_positional()) {
    return fmt::format("\\fI{}\\fR{}", roff(option.placeholder()), option.is_list() ? "..." : "");
  }
  std::string head;
  const std::vector<std::string> names = option.all_names();
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(*name));
  }
  if (!option.is_flag()) head += fmt::format(" \\fI{}\\fR", roff(option.placeholder()));
  if (option.is_list() && !option.repeated) head += "...";
  return head;
}

std::string entry(std::string_view head, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", head, text);
}

std::string entry_of(const Option& option) {
  const std::string conditions = option.conditions();
  return entry(head_of(option), roff(option.help + (conditions.empty() ? "" : " " + conditions)));
}

std::string exit_status_section(const OptionTable* table) {
  std::string section = ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : exit_statuses(table))
    section += entry(status, roff(meaning));
  return section;
}

std::string page_of(const Command& command) {
  OptionTable table;
  declare_options(command, table);
  std::string inputs;
  std::string synopsis;
  for (const Option& option : table.options()) {
    if (!option.is_positional()) continue;
    inputs += entry_of(option);
    synopsis += option.required ? " " + head_of(option) : " [" + head_of(option) + "]";
  }
  std::string options;
  for (const std::string& group : table.groups()) {
    options += fmt::format(".SS {}\n", roff(group));
    for (const Option* const option : table.options_of(group)) options += entry_of(*option);
  }
  options += ".SS Help\n" + entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "print the help and exit");
  const auto [examples, notes] = examples_and_notes(command);
  std::string page = title(fmt::format("pagekin-{}", command.name));
  page += fmt::format(
      ".SH NAME\npagekin\\-{0} \\- {1}\n.SH SYNOPSIS\n\\fBpagekin {0}\\fR [options]{2}\n",
      command.name, roff(command.summary), synopsis);
  if (!notes.empty()) page += fmt::format(".SH DESCRIPTION\n{}\n", roff(notes));
  if (!inputs.empty()) page += ".SH ARGUMENTS\n" + inputs;
  page += ".SH OPTIONS\n" + options;
  page += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(examples));
  page += exit_status_section(&table);
  return page + ".SH SEE ALSO\n.BR pagekin (1)\n";
}

std::string main_page() {
  std::string page = title("pagekin");
  page += fmt::format(
      ".SH NAME\npagekin \\- group web pages by template\n.SH SYNOPSIS\n"
      "\\fBpagekin\\fR \\fICOMMAND\\fR [options] [inputs]\n.SH DESCRIPTION\n{}\n{}\n.SH COMMANDS\n",
      roff(kDescription), roff(kFooter));
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    page += entry(fmt::format("\\fB{}\\fR(1)", roff(fmt::format("pagekin-{}", command.name))),
                  roff(command.summary));
  }
  page += ".SH OPTIONS\n";
  page += entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "print the help and exit");
  page += entry("\\fB\\-V\\fR, \\fB\\-\\-version\\fR", "print the version and exit");
  page += exit_status_section(nullptr);
  return page;
}

void write_page(const std::filesystem::path& folder, std::string_view name, std::string_view text) {
  OutputFile file((folder / fmt::format("{}.1", name)).string());
  file.write(text);
  file.commit();
}

std::function<int()> declare_man(OptionTable& table) {
  const auto folder = std::make_shared<std::string>();
  table.add("folder", *folder, "where pagekin.1 and pagekin-COMMAND.1 are written").required();
  return [folder] {
    std::filesystem::create_directories(*folder);
    write_page(*folder, "pagekin", main_page());
    for (const Command& command : commands()) {
      if (!command.hidden) {
        write_page(*folder, fmt::format("pagekin-{}", command.name), page_of(command));
      }
    }
    return 0;
  };
}

}  // namespace

Command man() {
  return {.name = "man",
          .summary = "write the manual pages",
          .examples = "  pagekin man build/man",
          .declare = declare_man,
          .hidden = true};
}

}  // namespace pagekin::cli
