// What a similarity rests on.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace pagekin {

// What a similarity rests on, for people: "12 and 15 class names, 11 shared".
struct SimilarityBasis {
  std::string_view what;                // plural
  std::array<std::size_t, 2> sizes{};   // the number of them in each page
  std::optional<std::size_t> shared{};  // the number in common, if that makes sense
  std::optional<double> at_most{};      // an upper bound, if the similarity is a lower bound
};

}  // namespace pagekin
