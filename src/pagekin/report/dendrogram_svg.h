// A hierarchy as a picture; see dendrogram.h.
#pragma once

#include <cstddef>
#include <string>

#include "pagekin/report/dendrogram.h"

namespace pagekin::report {

// Light or dark as the reader's system is, no scripts, nothing from elsewhere.
std::string dendrogram_svg(const DendrogramView& view, std::size_t most_rows);

// At most `most` characters (3 at least), the middle one telling that some are missing.
// `text` is valid UTF-8.
std::string shortened_from_the_middle(const std::string& text, std::size_t most);

}  // namespace pagekin::report
