// From the arguments of the program to the body of the command they name.
#pragma once

#include <functional>
#include <string_view>

namespace pagekin::cli {

// The description of the program, and the last line of its help.
inline constexpr std::string_view kDescription =
    "Finds which web pages were made from the same template.";
inline constexpr std::string_view kFooter =
    "Run 'pagekin COMMAND --help' for the options of a command and examples.";

struct Parsed {
  std::function<int()> body;  // of the command; empty: there is nothing more to do
  int status = 0;             // the exit status where there is no body
};

// Prints help and version where they are asked for, and messages about wrong usage.
Parsed parse_arguments(int argc, char** argv);

}  // namespace pagekin::cli
