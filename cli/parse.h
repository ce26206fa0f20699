// From the arguments of the program to the body of the command they name.
#pragma once

#include <functional>
#include <string_view>

namespace pagekin::cli {

struct Command;

struct Parsed {
  std::function<int()> body;  // of the command; empty: there is nothing more to do
  int status = 0;             // the exit status where there is no body
};

// Prints help and version where they are asked for. Throws UsageError for wrong usage.
Parsed parse_arguments(int argc, char** argv);

// The command with this name. Throws UsageError, saying what was probably meant.
const Command& find_command(std::string_view name);

}  // namespace pagekin::cli
