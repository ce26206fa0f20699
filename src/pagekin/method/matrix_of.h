// The similarity of every pair, for the methods that cannot do without.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/graph/similarities.h"

namespace pagekin::method {

constexpr std::size_t kMostPagesInAMatrix = 65'536;  // 8.6 GB

// Throws Error for more pages, saying who wants them (`what`) and what to do `instead`.
SimilarityMatrix matrix_of(graph::Similarities& similarities, std::string_view what,
                           std::string_view instead);

// What --check says there.
constexpr std::string_view kNothingToCheck = "check       every pair was compared to begin with\n";

// "12,345 compared, similarities 0.012346 to 1.000000"; of fewer than two pages "none".
std::string describe_pairs(const SimilarityMatrix& matrix);

}  // namespace pagekin::method
