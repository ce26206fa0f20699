// Options of the library as flags of the program.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::cli {

// "max_pages" -> "--max-pages".
std::string flag_of(std::string_view option);

// A message of the library with flags in place of option names: "option `max_pages`" becomes
// "--max-pages".
std::string with_flags(std::string_view message);

}  // namespace pagekin::cli
