#include "pagekin/templates/shape_similarity.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {
namespace {

constexpr float kForgiven = 0.1F;
constexpr std::size_t kRowsAtOnce = 8;

// `a` and `b`: the weights of all blocks of each side.
float similarity(float common, float a, float b) {
  const float less = std::max(0.0F, std::min(a, b) - common);
  const float more = std::max(0.0F, std::max(a, b) - common);
  const float whole = common + less + kForgiven * more;
  return whole > 0 ? common / whole : 0;
}

}  // namespace

SimilarityMatrix shape_similarities(const BlockShapes& shapes,
                                    std::span<const std::uint32_t> chosen, unsigned threads) {
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
  for_parts(threads, chosen.size(), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    check_stop();
    for (std::size_t a = begin; a < end; ++a) {
      const std::span<float> row = similarities.row(a);
      common_sums(rows.data() + a * row_size, rows.data(), row_size, a, row.data());
      for (std::size_t b = 0; b < a; ++b) row[b] = similarity(row[b], totals[a], totals[b]);
    }
  });
  return similarities;
}

std::uint32_t most_similar_shape(const BlockShapes& shapes, std::span<const BlockId> blocks) {
  std::vector<float> weights(shapes.blocks.size());  // 0: the page lacks the block
  float total = 0;
  for (const BlockId block : blocks) {
    weights[block] = shapes.blocks[block].weight;
    total += weights[block];
  }
  std::uint32_t best = 0;
  float most = -1;
  for (std::uint32_t shape = 0; shape < shapes.size(); ++shape) {
    float common = 0;
    float all = 0;
    for (const BlockId block : shapes[shape]) {
      common += weights[block];
      all += shapes.blocks[block].weight;
    }
    const float similar = similarity(common, total, all);
    if (similar <= most) continue;
    most = similar;
    best = shape;
  }
  return best;
}

}  // namespace pagekin::templates
