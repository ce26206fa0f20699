// Patterns of robots.txt, and paths to match with them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::crawl {

// The normal form of a path or pattern: %XX is decoded for letters, digits and - . _ ~ and is
// otherwise in upper case; bytes that are not allowed in a URL are encoded. In a path '*' and '$'
// are encoded too, so they are special only in a pattern.
std::string normalised_path(std::string_view path_and_query);
std::string normalised_pattern(std::string_view pattern);

// Whether the pattern matches the start of the path: '*' stands for any text, a '$' at the end
// for the end of the path. Both must be in normal form. Adds the number of bytes examined to
// `steps`.
bool matches(std::string_view pattern, std::string_view path, std::size_t* steps = nullptr);

}  // namespace pagekin::crawl
