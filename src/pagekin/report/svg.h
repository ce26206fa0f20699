// Helpers for writing SVG.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::report {

// Escapes UTF-8 text for XML text and attributes. Characters that XML does not allow at all become
// U+FFFD.
std::string xml_escaped(std::string_view text);

// A coordinate with at most two decimals, the same on every machine.
std::string svg_number(double value);

}  // namespace pagekin::report
