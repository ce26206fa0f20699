// Sums by vectors give the bits of eight sums kept one by one.
#include "pagekin/templates/row_sums.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::templates {
namespace {

std::vector<float> random_row(Random& random, std::size_t size) {
  std::vector<float> row(size);
  for (float& value : row) {
    value = random.below(3) == 0 ? static_cast<float>(random.below(1000)) / 999.0F : 0.0F;
  }
  return row;
}

// Adds each number to its lane, then the lanes in order.
template <class Value>
float lane_sum(std::size_t size, const Value& value) {
  std::array<float, kLanes> lanes{};
  for (std::size_t i = 0; i < size; ++i) lanes[i % kLanes] += value(i);
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

float exclusive(float share, float other) {
  const float x = share - std::min(share, other);
  const float x4 = (x * x) * (x * x);
  return (x4 * x4) * x4;
}

TEST(RowSums, CommonSumsAreThoseOfALoop) {
  Random random(1);
  for (const std::size_t size : {0, 8, 16, 24, 104, 1000}) {
    for (const std::size_t count : {0, 1, 3, 4, 5, 9}) {
      const std::vector<float> a = random_row(random, size);
      const std::vector<float> rows = random_row(random, size * count);
      std::vector<float> sums(count);
      common_sums(a.data(), rows.data(), size, count, sums.data());
      for (std::size_t row = 0; row < count; ++row) {
        EXPECT_EQ(sums[row], lane_sum(size, [&](std::size_t i) {
                    return std::min(a[i], rows[row * size + i]);
                  }));
      }
    }
  }
}

TEST(RowSums, SubstitutionSumsAreThoseOfALoop) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const std::size_t size = kLanes * random.below(40);
    std::array<std::vector<float>, 7> rows;
    for (std::vector<float>& row : rows) row = random_row(random, size);
    const auto& [share_a, most_a, least_a, share_b, most_b, least_b, weights] = rows;
    const SubstitutionSums sums =
        substitution_sums({.share = share_a.data(), .most = most_a.data(), .least = least_a.data()},
                          {.share = share_b.data(), .most = most_b.data(), .least = least_b.data()},
                          weights.data(), size);
    const auto expect = [&, &weight = weights](float sum, const auto& value) {
      EXPECT_EQ(sum, lane_sum(size, [&](std::size_t i) { return weight[i] * value(i); }));
    };
    const auto both = [&a = share_a, &b = share_b](std::size_t i) { return std::min(a[i], b[i]); };
    expect(sums.own_a, [&a = most_a, &b = least_b](auto i) { return exclusive(a[i], b[i]); });
    expect(sums.own_b, [&b = most_b, &a = least_a](auto i) { return exclusive(b[i], a[i]); });
    expect(sums.common, both);
    expect(sums.more_a, [&, &a = share_a](auto i) { return a[i] - both(i); });
    expect(sums.more_b, [&, &b = share_b](auto i) { return b[i] - both(i); });
  }
}

TEST(RowSums, ProductSumsAreThoseOfALoop) {
  Random random(3);
  for (const std::size_t size : {0, 8, 16, 24, 104, 1000}) {
    const std::vector<float> a = random_row(random, size);
    const std::vector<float> b = random_row(random, size);
    EXPECT_EQ(product_sum(a.data(), b.data(), size),
              lane_sum(size, [&](std::size_t i) { return a[i] * b[i]; }));
  }
}

TEST(RowSums, EvidenceSumsAreThoseOfALoop) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    const std::size_t size = kLanes * random.below(40);
    std::array<std::vector<float>, 12> rows;
    for (std::vector<float>& row : rows) row = random_row(random, size);
    const EvidenceRow a{rows[0].data(), rows[1].data(), rows[2].data(), rows[3].data()};
    const EvidenceRow b{rows[4].data(), rows[5].data(), rows[6].data(), rows[7].data()};
    const EvidenceWeights w{rows[8].data(), rows[9].data(), rows[10].data(), rows[11].data()};
    const SubstitutionSums sums = evidence_sums(a, b, w, size);
    const auto own = [&](const EvidenceRow& one, const EvidenceRow& other) {
      return lane_sum(size, [&](std::size_t i) {
        const float lacks = w.own[i] * other.nearly_none[i] + w.replaced[i] * other.replaced[i];
        return one.nearly_all[i] * lacks;
      });
    };
    const auto more = [&](const EvidenceRow& one, const EvidenceRow& other) {
      return lane_sum(size, [&](std::size_t i) {
        return w.any[i] * (one.share[i] - std::min(one.share[i], other.share[i]));
      });
    };
    EXPECT_EQ(sums.own_a, own(a, b));
    EXPECT_EQ(sums.own_b, own(b, a));
    EXPECT_EQ(sums.more_a, more(a, b));
    EXPECT_EQ(sums.more_b, more(b, a));
    EXPECT_EQ(sums.common, lane_sum(size, [&](std::size_t i) {
                return w.common[i] * std::min(a.share[i], b.share[i]);
              }));
  }
}

}  // namespace
}  // namespace pagekin::templates
