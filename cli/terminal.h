// The terminal that the user sits at.
#pragma once

#include <cstddef>

namespace pagekin::cli {

// The number of columns for help and other text on standard output: what COLUMNS says, else the
// width of the terminal, else 80. At least 40, because narrower text cannot be read.
std::size_t terminal_width();

}  // namespace pagekin::cli
