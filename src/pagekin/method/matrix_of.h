// The similarity of every pair of pages, for the methods that need it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/graph/similarities.h"

namespace pagekin::method {

constexpr std::size_t kMostPagesInAMatrix = 65'536;  // 8.6 GB

// Returns it. Throws Error for more pages; the message says what needs it (`what`) and what
// to use `instead`.
SimilarityMatrix matrix_of(graph::Similarities& similarities, std::string_view what,
                           std::string_view instead);

// The line of a check that has nothing to do.
constexpr std::string_view kNothingToCheck = "check       every pair was compared to begin with\n";

// Returns "12,345 compared, similarities 0.012346 to 1.000000", or "none" for fewer than
// two pages.
std::string describe_pairs(const SimilarityMatrix& matrix);

}  // namespace pagekin::method
