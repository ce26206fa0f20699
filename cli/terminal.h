// The terminal that the user sits at.
#pragma once

#include <cstddef>

namespace pagekin::cli {

// The number of columns for help and other text on standard output: what COLUMNS says, else the
// width of the terminal, else 80. At least 40, because narrower text cannot be read.
std::size_t terminal_width();

// The same for the terminal of a file descriptor, such as that of standard error.
std::size_t terminal_width(int descriptor);

// Whether text on a file descriptor may have colours: it is a terminal that knows them, and the
// environment has no NO_COLOR (no-color.org).
bool has_colours(int descriptor);

// The number of columns for summaries on standard error: as above, but 0 if that is not a terminal
// and COLUMNS is not set. A file has room for long lines.
std::size_t summary_width();

// The same for tables on standard output.
std::size_t table_width();

}  // namespace pagekin::cli
