// What a command accepts on its command line, as a table that others can read.
//
// A command adds its inputs, options and flags to an OptionTable. The parser
// (parse.cc), the help, the shell completions and the man pages read the table. No header of
// the parsing library is needed here, because that header takes seconds to compile.
//
// Options that many commands have, such as --output and --threads, get their group and the word
// for their value from one list in options.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pagekin/words.h"

namespace pagekin::cli {

// Where a value goes. A bool makes the option a flag, which takes no value.
using OptionTarget = std::variant<bool*, int*, unsigned*, std::int64_t*, std::uint64_t*, double*,
                                  std::optional<int>*, std::optional<std::uint64_t>*,
                                  std::optional<double>*, std::string*, std::vector<std::string>*>;

// What an option with the name of a file does.
enum class Writes : std::uint8_t { kNothing, kFile, kFileOrStandardOutput };

struct Option {
  std::string names;  // "--threads" or "-o,--output"; without dashes: an input, by position
  OptionTarget target;
  std::string help;
  bool required = false;
  bool repeated = false;      // each use takes one value, and there may be several uses
  std::string default_value;  // as the help shows it; empty: not shown
  // Smallest and largest value, in the type in which messages name them.
  std::variant<std::monostate, std::pair<int, int>, std::pair<double, double>> range;
  std::vector<std::string> choices;  // the values allowed; empty: any
  std::string excludes;              // the name of an option that cannot be given with this one
  std::string group;                 // the heading under which help shows it
  std::string value;                 // what stands for its value in help; empty: by its type
  Writes writes = Writes::kNothing;

  bool is_positional() const { return names.front() != '-'; }
  bool is_flag() const { return std::holds_alternative<bool*>(target); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }

  // Each name by itself, the long ones first: {"--output", "-o"}.
  std::vector<std::string> all_names() const;

  // What stands for the value in help: "FILE", "N", "host|domain"; of inputs their name in
  // capitals, "INPUT".
  std::string placeholder() const;

  // "0 to 1024", "1 or more"; empty where any value may be given.
  std::string range_text() const;

  // What holds beside the help, in parentheses: "(required; default 5)"; empty where nothing does.
  std::string conditions() const;
};

// The words of a list with commas between them, without blanks around them.
std::vector<std::string> split_list(std::string_view list);

class OptionTable {
 public:
  // Sets further fields of the option that was added last: add(...).required().
  class Added {
   public:
    explicit Added(Option& option) : option_(option) {}
    Added& required(bool required = true);
    Added& repeated();
    Added& show_default();  // the value that the target has now
    Added& range(int smallest, int largest);
    Added& range(double smallest, double largest);
    Added& one_of(std::vector<std::string> choices);
    Added& excludes(std::string name);
    Added& value(std::string word);  // that stands for the value in help: "FILE"
    Added& writes(Writes what);

   private:
    Option& option_;
  };

  // `target` must live as long as the table and the body of the command.
  template <class Value>
  Added add(std::string names, Value& target, std::string help) {
    return add_option(
        {.names = std::move(names), .target = &target, .help = std::move(help), .range = {}});
  }

  // An option that takes one of the words of an enum; its default is shown.
  template <HasWords Enum>
  Added add_word(std::string names, Enum& target, std::string help) {
    std::string& word = words_.emplace_back(to_text(target));
    after_parsing_.push_back([&word, &target] { target = *parse<Enum>(word); });
    Added added = add(std::move(names), word, std::move(help));
    added.one_of({Words<Enum>::all.begin(), Words<Enum>::all.end()}).show_default();
    return added;
  }

  // An option with one value that is a list: its words with commas between them.
  Added add_list(std::string names, std::vector<std::string>& target, std::string help);

  // A flag that makes `target` false.
  Added add_negation(std::string names, bool& target, std::string help);

  // Sets the targets of the three above. Called when the arguments have been parsed.
  void take_words() const {
    for (const std::function<void()>& take : after_parsing_) take();
  }

  // The heading of the options that are added next; empty: that of their name in the list of
  // common options, else "Options".
  void group(std::string heading) { group_ = std::move(heading); }

  const std::vector<Option>& options() const { return options_; }

  // The option with this name, "--output" or "-o"; null if there is none.
  const Option* find(std::string_view name) const;

  // The headings in the order in which help shows them. "Output" and "Running" are the last.
  std::vector<std::string> groups() const;

  // The options under a heading as help shows them: those that are required come first.
  std::vector<const Option*> options_of(std::string_view group) const;

  // Lets every argument pass, for a command that only says why it cannot run.
  void take_anything() { takes_anything_ = true; }
  bool takes_anything() const { return takes_anything_; }

  // What to do when the body of the command has returned 0. It returns the exit status.
  void at_end(std::function<int()> ending) { ending_ = std::move(ending); }

  // The body with what at_end() added.
  std::function<int()> with_ending(std::function<int()> body) const;

 private:
  Added add_option(Option option);

  std::vector<Option> options_;
  // What was typed for the options of add_word(), add_list() and add_negation().
  std::deque<std::string> words_;
  std::deque<bool> negations_;
  std::vector<std::function<void()>> after_parsing_;
  std::string group_;
  std::function<int()> ending_;
  bool takes_anything_ = false;
};

}  // namespace pagekin::cli
