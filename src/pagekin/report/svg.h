// Pieces of SVG, as text.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::report {

// With what XML does not allow in text and attributes written as entities; characters that
// it does not allow at all become U+FFFD. UTF-8.
std::string xml_escaped(std::string_view text);

// A coordinate: two digits after the point at the most, the same on every machine.
std::string svg_number(double value);

}  // namespace pagekin::report
