// A hierarchy as a picture; see dendrogram.h.
#pragma once

#include <cstddef>
#include <string>

#include "pagekin/report/dendrogram.h"

namespace pagekin::report {

// An SVG that follows the light or dark mode of the reader's system, without scripts and external
// files.
std::string dendrogram_svg(const DendrogramView& view, std::size_t most_rows);

// Shortens a text to `most` characters (3 at least), with an ellipsis in the middle. `text` is
// valid UTF-8.
std::string shortened_from_the_middle(const std::string& text, std::size_t most);

}  // namespace pagekin::report
