// Subcommands: what one is, and the table of all of them.
//
// A command adds its options to an OptionTable (options.h) and returns what to run once
// they are parsed. It fills the options struct of the library and calls one function of
// it; it has no logic of its own.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "pagekin/error.h"

namespace pagekin::cli {

class OptionTable;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  // shown at the end of --help
  // Returns the body; its result is the exit status.
  std::function<int()> (*declare)(OptionTable& table);
  bool hidden = false;  // left out of the help and the completions
};

std::span<const Command> commands();

// Adds all options of a command, also those that every command has. Returns its body.
std::function<int()> declare_options(const Command& command, OptionTable& table);

// Exit statuses; 0 means that all went well.
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kConditionMet = 3;   // of --fail-on
constexpr int kInterrupted = 130;  // main() makes it 128 and the number of the signal

// Wrong usage: main() prints it and exits with 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

// Runs `make` and reports its Error as wrong usage; for names and values that the
// user typed: as_usage([&] { return method::make(text); }).
template <class Make>
auto as_usage(Make make) {
  try {
    return make();
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace pagekin::cli
