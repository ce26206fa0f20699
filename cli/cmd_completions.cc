// pagekin completions: shell completions, made from the same tables as the help.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/listing.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"

namespace pagekin::cli {
namespace {

// What may be typed after a flag or as an argument.
struct Values {
  std::vector<std::string> words;  // these ...
  bool is_file = false;            // ... and files
};

struct Flag {
  std::vector<std::string> names;  // the long ones first
  std::string help;
  bool takes_value = false;
  bool repeated = false;
  Values values;
};

struct Words {
  std::string command;
  std::string summary;
  std::vector<Flag> flags;
  Values arguments;
};

bool is_path(const Option& option) {
  const std::string word = option.placeholder();
  for (const std::string_view path : {"FILE", "INPUT", "STORE", "FOLDER", "ADDRESSES", "CLUSTERS",
                                      "ASSIGNMENTS", "OLD", "NEW", "VALUE"}) {
    if (word == path) return true;
  }
  return false;
}

Values values_of(const Option& option) {
  if (!option.choices.empty()) return {.words = option.choices};
  const std::string name = option.all_names().front();
  if (name == "--method") return {.words = listed_names("methods")};
  if (name == "--score") return {.words = listed_names("scores")};
  if (name == "--measure") {
    Values values{.words = listed_names("measures")};
    if (option.repeated) values.words.emplace_back("all");
    return values;
  }
  return {.is_file = is_path(option)};
}

Values arguments_of(const Command& command, const OptionTable& table) {
  Values values;
  if (command.name == "list") return {.words = listed_kinds()};
  if (command.name == "help") {
    for (const Command& other : commands()) {
      if (!other.hidden) values.words.emplace_back(other.name);
    }
    return values;
  }
  for (const Option& option : table.options()) {
    if (!option.is_positional()) continue;
    values.words.insert(values.words.end(), option.choices.begin(), option.choices.end());
    values.is_file |= option.choices.empty();
  }
  return values;
}

std::vector<Words> words_of_commands() {
  std::vector<Words> all;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    OptionTable table;
    declare_options(command, table);
    Words words{.command = std::string(command.name),
                .summary = std::string(command.summary),
                .flags = {{.names = {"--help", "-h"}, .help = "print the help and exit"}},
                .arguments = arguments_of(command, table)};
    for (const Option& option : table.options()) {
      if (option.is_positional()) continue;
      words.flags.push_back({.names = option.all_names(),
                             .help = option.help,
                             .takes_value = !option.is_flag(),
                             .repeated = option.is_list(),
                             .values = values_of(option)});
    }
    all.push_back(std::move(words));
  }
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// --- bash

std::string for_bash() {
  std::vector<std::string> commands;
  std::string values;    // by command and the flag before
  std::string flags;     // by command
  std::string argument;  // by command
  for (const Words& words : words_of_commands()) {
    commands.push_back(words.command);
    std::vector<std::string> names;
    for (const Flag& flag : words.flags) {
      names.insert(names.end(), flag.names.begin(), flag.names.end());
      if (!flag.takes_value || flag.values.is_file) continue;
      std::string pattern;
      for (const std::string& name : flag.names) {
        pattern += fmt::format("{}'{} {}'", pattern.empty() ? "" : "|", words.command, name);
      }
      values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                            pattern, joined(flag.values.words));
    }
    flags += fmt::format("    {}) flags=\"{}\" ;;\n", words.command, joined(names));
    if (!words.arguments.words.empty()) {
      argument += fmt::format("    {}) arguments=\"{}\" ;;\n", words.command,
                              joined(words.arguments.words));
    }
  }
  return fmt::format(R"(_pagekin() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="${{COMP_WORDS[1]}}" flags="" arguments=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case "$command $before" in
{}  esac
  case "$command" in
{}  esac
  case "$command" in
{}  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) if [ -n "$arguments" ]; then
         COMPREPLY=($(compgen -W "$arguments" -- "$word"))
       else
         COMPREPLY=($(compgen -f -- "$word"))
       fi ;;
  esac
}}
complete -o filenames -F _pagekin pagekin
)",
                     joined(commands), values, flags, argument);
}

// --- zsh

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

std::string zsh_action(const Values& values) {
  if (!values.words.empty()) return "(" + joined(values.words) + ")";
  return values.is_file ? "_files" : " ";
}

std::string for_zsh() {
  std::string commands;
  std::string cases;
  for (const Words& words : words_of_commands()) {
    commands += fmt::format("    '{}:{}'\n", words.command, zsh_text(words.summary));
    std::string specs;
    for (const Flag& flag : words.flags) {
      const std::string after =
          flag.takes_value ? fmt::format(":value:{}", zsh_action(flag.values)) : "";
      for (const std::string& name : flag.names) {
        specs += fmt::format(" \\\n        '{}{}[{}]{}'", flag.repeated ? "*" : "", name,
                             zsh_text(flag.help), after);
      }
    }
    cases += fmt::format("      {}) _arguments{} \\\n        '*:argument:{}' ;;\n", words.command,
                         specs, zsh_action(words.arguments));
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

// --- fish

std::string fish_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string fish_values(const Values& values) {
  std::string text = values.is_file ? " -F" : "";
  if (!values.words.empty()) text += fmt::format(" -a '{}'", fish_text(joined(values.words)));
  return text;
}

std::string for_fish() {
  std::string script =
      R"(# Whether the command line has this command; without an argument: whether it has none yet.
function __pagekin_command
    set -l words (commandline -opc)
    if test (count $argv) -eq 0
        test (count $words) -eq 1
    else
        test (count $words) -gt 1; and test $words[2] = $argv[1]
    end
end

complete -c pagekin -f
complete -c pagekin -n __pagekin_command -s h -l help -d 'print the help and exit'
complete -c pagekin -n __pagekin_command -s V -l version -d 'print the version and exit'
)";
  for (const Words& words : words_of_commands()) {
    script += fmt::format("\ncomplete -c pagekin -n __pagekin_command -a {} -d '{}'\n",
                          words.command, fish_text(words.summary));
    const std::string begin =
        fmt::format("complete -c pagekin -n '__pagekin_command {}'", words.command);
    if (words.arguments.is_file || !words.arguments.words.empty()) {
      script += begin + fish_values(words.arguments) + "\n";
    }
    for (const Flag& flag : words.flags) {
      std::string names;
      for (const std::string& name : flag.names) {
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      script += fmt::format("{}{}{}{} -d '{}'\n", begin, names, flag.takes_value ? " -r" : "",
                            flag.takes_value ? fish_values(flag.values) : "", fish_text(flag.help));
    }
  }
  return script;
}

std::function<int()> declare_completions(OptionTable& table) {
  const auto shell = std::make_shared<std::string>();
  table.add("shell", *shell, "the shell that reads them")
      .required()
      .one_of({"bash", "zsh", "fish"});
  return [shell] {
    Output output("");
    output.write(*shell == "bash" ? for_bash() : *shell == "zsh" ? for_zsh() : for_fish());
    output.finish();
    return 0;
  };
}

}  // namespace

Command completions() {
  return {.name = "completions",
          .summary = "print shell completions for bash, zsh or fish",
          .examples =
              "  source <(pagekin completions bash)\n"
              "  pagekin completions zsh > ~/.zfunc/_pagekin\n"
              "  pagekin completions fish > ~/.config/fish/completions/pagekin.fish",
          .declare = declare_completions};
}

}  // namespace pagekin::cli
