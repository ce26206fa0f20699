// The help of the program and of its commands, and what the man pages share with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pagekin::cli {

struct Command;
class OptionTable;

// The description of the program, and the last line of its help.
inline constexpr std::string_view kDescription =
    "Finds which web pages were made from the same template.";
inline constexpr std::string_view kFooter =
    "Run 'pagekin help COMMAND' for the options of a command and examples.";

// Lines are at most `width` columns long, unless a single word is longer.
std::string main_help(std::size_t width);
std::string help_of(const Command& command, std::size_t width);

// The exit statuses of a command, or without a table of the whole program, and what they mean.
std::vector<std::pair<std::string, std::string>> exit_statuses(const OptionTable* table);

// The examples of a command, and the paragraphs that may follow them.
std::pair<std::string_view, std::string_view> examples_and_notes(const Command& command);

}  // namespace pagekin::cli
