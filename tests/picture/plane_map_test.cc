#include "pagekin/picture/plane_map.h"

#include <cmath>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::picture {
namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Points that lie in a plane are found again, up to size, turn and mirror.
TEST(PlaneMap, FindsPlacesOfAPlaneAgain) {
  constexpr std::size_t n = 12;
  Random random(3);
  std::vector<Point> points(n);
  for (Point& point : points) point = {random.unit(), random.unit()};
  std::vector<float> distances(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      distances[i * n + j] = static_cast<float>(distance(points[i], points[j]));
    }
  }
  const std::vector<Point> found = plane_map(distances, n);
  const double scale = distance(found[0], found[1]) / distance(points[0], points[1]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      EXPECT_NEAR(distance(found[i], found[j]), scale * distance(points[i], points[j]), 0.02);
    }
  }
}

TEST(PlaneMap, FitsIntoTheUnitSquare) {
  std::vector<float> distances(25, 1);
  for (std::size_t i = 0; i < 5; ++i) distances[i * 5 + i] = 0;
  for (const Point& point : plane_map(distances, 5)) {
    EXPECT_GE(point.x, -1e-9);
    EXPECT_LE(point.x, 1 + 1e-9);
    EXPECT_GE(point.y, -1e-9);
    EXPECT_LE(point.y, 1 + 1e-9);
  }
}

TEST(PlaneMap, OfFewThings) {
  EXPECT_TRUE(plane_map({}, 0).empty());
  EXPECT_EQ(plane_map(std::vector<float>{0}, 1).size(), 1U);
  const std::vector<Point> equal = plane_map(std::vector<float>(9, 0), 3);
  for (const Point& point : equal) EXPECT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
}

}  // namespace
}  // namespace pagekin::picture
