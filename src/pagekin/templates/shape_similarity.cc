#include "pagekin/templates/shape_similarity.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "pagekin/core/stop.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {
namespace {

constexpr float kForgiven = 0.1F;

}  // namespace

SimilarityMatrix shape_similarities(const BlockShapes& shapes,
                                    std::span<const std::uint32_t> chosen) {
  // A row holds the weight of each block that the shape has, and 0 for the others.
  const std::size_t row_size = (shapes.blocks.size() + kLanes - 1) / kLanes * kLanes;
  std::vector<float> rows(chosen.size() * row_size);
  std::vector<float> totals(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (const BlockId block : shapes[chosen[i]]) {
      rows[i * row_size + block] = shapes.blocks[block].weight;
      totals[i] += shapes.blocks[block].weight;
    }
  }
  SimilarityMatrix similarities(chosen.size());
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    check_stop();
    const std::span<float> row = similarities.row(a);
    common_sums(rows.data() + a * row_size, rows.data(), row_size, a, row.data());
    for (std::size_t b = 0; b < a; ++b) {
      const float common = row[b];
      const float less = std::max(0.0F, std::min(totals[a], totals[b]) - common);
      const float more = std::max(0.0F, std::max(totals[a], totals[b]) - common);
      const float whole = common + less + kForgiven * more;
      row[b] = whole > 0 ? common / whole : 0;
    }
  }
  return similarities;
}

}  // namespace pagekin::templates
