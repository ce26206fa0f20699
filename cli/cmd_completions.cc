// pagekin completions: shell completions, made from the same tables as the help.

#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/report/catalogue.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"

namespace pagekin::cli {
namespace {

struct Words {
  std::string command;
  std::string summary;
  struct Flag {
    std::string name;
    std::string help;
    bool takes_value = false;
  };
  std::vector<Flag> flags;
};

// Every command has these beside the options of its own table.
const Words::Flag kHelp[] = {{"--help", "Print this help message and exit", false},
                             {"-h", "Print this help message and exit", false}};

std::vector<Words> words_of_commands() {
  std::vector<Words> all;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    OptionTable table;
    command.declare(table);
    Words words{std::string(command.name), std::string(command.summary), {}};
    words.flags.assign(std::begin(kHelp), std::end(kHelp));
    for (const Option& option : table.options()) {
      if (option.is_positional()) continue;
      for (std::string& name : option.all_names())
        words.flags.push_back({std::move(name), option.help, !option.is_flag()});
    }
    all.push_back(std::move(words));
  }
  return all;
}

// What may follow a flag, joined by spaces; empty where anything may.
std::string values_of(std::string_view flag) {
  std::vector<std::string> values;
  if (flag == "--method") values = report::catalogue_names("methods");
  if (flag == "--measure") values = report::catalogue_names("measures");
  if (flag == "--score") values = report::catalogue_names("scores");
  return fmt::format("{}", fmt::join(values, " "));
}

std::string kinds() { return fmt::format("{}", fmt::join(report::catalogue_kinds(), " ")); }

std::string for_bash() {
  std::string commands;
  std::string cases;
  for (const Words& words : words_of_commands()) {
    commands += (commands.empty() ? "" : " ") + words.command;
    std::string flags;
    for (const Words::Flag& flag : words.flags) flags += (flags.empty() ? "" : " ") + flag.name;
    cases += fmt::format("    {}) flags=\"{}\" ;;\n", words.command, flags);
  }
  return fmt::format(R"(_pagekin() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" flags=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case "$before" in
    --method) COMPREPLY=($(compgen -W "{}" -- "$word")); return ;;
    --measure) COMPREPLY=($(compgen -W "{}" -- "$word")); return ;;
    --score) COMPREPLY=($(compgen -W "{}" -- "$word")); return ;;
    list) COMPREPLY=($(compgen -W "{}" -- "$word")); return ;;
  esac
  case "${{COMP_WORDS[1]}}" in
{}  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _pagekin pagekin
)",
                     commands, values_of("--method"), values_of("--measure"), values_of("--score"),
                     kinds(), cases);
}

// Help text inside a zsh option spec: quotes, brackets and colons have a meaning there.
std::string zsh_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') safe += '\\';
    if (c == '\'') {
      safe += "'\\''";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string for_zsh() {
  std::string commands;
  std::string cases;
  for (const Words& words : words_of_commands()) {
    commands += fmt::format("    '{}:{}'\n", words.command, zsh_text(words.summary));
    std::string specs;
    for (const Words::Flag& flag : words.flags) {
      const std::string values = values_of(flag.name);
      const std::string after = !flag.takes_value ? ""
                                : values.empty()  ? ":value:_files"
                                                  : ":name:(" + values + ")";
      specs += fmt::format(" \\\n        '{}[{}]{}'", flag.name, zsh_text(flag.help), after);
    }
    const std::string rest = words.command == "list" ? "*:kind:(" + kinds() + ")" : "*:file:_files";
    cases +=
        fmt::format("      {}) _arguments{} \\\n        '{}' ;;\n", words.command, specs, rest);
  }
  return fmt::format(R"(#compdef pagekin
_pagekin() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{}    esac
  fi
}}
compdef _pagekin pagekin
)",
                     commands, cases);
}

std::function<int()> declare(OptionTable& table) {
  const auto shell = std::make_shared<std::string>();
  table.add("shell", *shell, "bash or zsh").required().one_of({"bash", "zsh"});
  return [shell] {
    Output output("");
    output.write(*shell == "bash" ? for_bash() : for_zsh());
    output.finish();
    return 0;
  };
}

}  // namespace

Command completions() {
  return {.name = "completions",
          .summary = "print shell completions for bash or zsh",
          .examples =
              "  source <(pagekin completions bash)\n"
              "  pagekin completions zsh > ~/.zfunc/_pagekin",
          .declare = declare};
}

}  // namespace pagekin::cli
