#include "pagekin/method/matrix_of.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::method {

SimilarityMatrix matrix_of(graph::Similarities& similarities, std::string_view what,
                           std::string_view instead) {
  const std::size_t pages = similarities.pages().size();
  if (pages > kMostPagesInAMatrix) {
    throw OptionError(
        fmt::format("{} keeps the similarity of every pair of pages, 4 bytes each, so it takes {} "
                    "pages at the "
                    "most, got {}; {}",
                    what, with_commas(kMostPagesInAMatrix), with_commas(pages), instead),
        "method");
  }
  return similarities.matrix();
}

std::string describe_pairs(const SimilarityMatrix& matrix) {
  if (matrix.pages() < 2) return "none";
  float least = 1;
  float most = 0;
  for (std::size_t a = 0; a < matrix.pages(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      least = std::min(least, matrix(a, b));
      most = std::max(most, matrix(a, b));
    }
  }
  const std::uint64_t pairs = std::uint64_t{matrix.pages()} * (matrix.pages() - 1) / 2;
  return fmt::format("{} compared, similarities {:.6f} to {:.6f}", with_commas(pairs), least, most);
}

}  // namespace pagekin::method
