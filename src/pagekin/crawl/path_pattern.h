// Patterns of robots.txt and the paths they are held against.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::crawl {

// One spelling for texts that name the same path: %XX decoded for letters, digits and
// - . _ ~, else in upper case; what may not stand in a URL encoded. In a path '*' and '$'
// are encoded too, so that in a pattern they can only mean what they mean there.
std::string normalised_path(std::string_view path_and_query);
std::string normalised_pattern(std::string_view pattern);

// Whether the path begins as the pattern says: '*' stands for any text, a '$' at the end for
// the end of the path. Both are in normal form. Adds to `steps` the bytes that were looked at.
bool matches(std::string_view pattern, std::string_view path, std::size_t* steps = nullptr);

}  // namespace pagekin::crawl
