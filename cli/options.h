// What a command accepts on its command line, as a table that others can read.
//
// A command adds its inputs, options and flags to an OptionTable. The parser
// (parse.cc), the shell completions and the man pages read the table. No header of the
// parsing library is needed here, because that header takes seconds to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pagekin::cli {

// Where a value goes. A bool makes the option a flag, which takes no value.
using OptionTarget = std::variant<bool*, int*, unsigned*, std::int64_t*, std::uint64_t*, double*,
                                  std::optional<int>*, std::string*, std::vector<std::string>*>;

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

  bool is_positional() const { return names.front() != '-'; }
  bool is_flag() const { return std::holds_alternative<bool*>(target); }
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }

  // Each name by itself, the long ones first: {"--output", "-o"}.
  std::vector<std::string> all_names() const;

  // What stands for the value in help: "TEXT", "INT", "UINT" or "FLOAT".
  std::string placeholder() const;
};

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

   private:
    Option& option_;
  };

  // `target` must live as long as the table and the body of the command.
  template <class Value>
  Added add(std::string names, Value& target, std::string help) {
    return add_option(
        {.names = std::move(names), .target = &target, .help = std::move(help), .range = {}});
  }

  const std::vector<Option>& options() const { return options_; }

  // What to do when the body of the command has returned 0. It returns the exit status.
  void at_end(std::function<int()> ending) { ending_ = std::move(ending); }

  // The body with what at_end() added.
  std::function<int()> with_ending(std::function<int()> body) const;

 private:
  Added add_option(Option option);

  std::vector<Option> options_;
  std::function<int()> ending_;
};

}  // namespace pagekin::cli
