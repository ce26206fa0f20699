#include "pagekin/align/levenshtein_similarity.h"

#include <cmath>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/set_measures.h"

namespace pagekin::align {
namespace {

using Bytes = std::vector<std::uint8_t>;

double similarity(const Bytes& a, const Bytes& b, double at_least = 0) {
  return levenshtein_similarity<std::uint8_t>(a, b, at_least).low;
}

TEST(LevenshteinSimilarity, OfNothing) {
  EXPECT_EQ(similarity({}, {}), 1);
  EXPECT_EQ(similarity({}, {1}), 0);
  EXPECT_EQ(similarity({1, 2}, {}, 0.5), 0);
}

TEST(LevenshteinSimilarity, AgreesWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Bytes a(random.below(40)), b(random.below(40));
    const std::uint32_t values = 1 + random.below(6);
    for (std::uint8_t& value : a) value = static_cast<std::uint8_t>(random.below(values));
    for (std::uint8_t& value : b) value = static_cast<std::uint8_t>(random.below(values));
    const double value = similarity(a, b);
    EXPECT_DOUBLE_EQ(value, reference::levenshtein_similarity(a, b));
    EXPECT_EQ(value, similarity(b, a));
    EXPECT_EQ(similarity(a, b, value), value);
    for (const double above : {std::nextafter(value, 2.0), value + 0.1, 1.0}) {
      if (above > value) {
        EXPECT_LT(similarity(a, b, above), above);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::align
