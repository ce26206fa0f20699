#include "pagekin/picture/plane_map.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "pagekin/core/random.h"
#include "pagekin/core/stop.h"

namespace pagekin::picture {
namespace {

constexpr int kPowerSteps = 60;
constexpr int kStressSteps = 150;

// An eigenvector of the symmetric matrix, orthogonal to `other` unless that is empty, times the
// square root of its eigenvalue.
std::vector<double> axis_of(const std::vector<double>& matrix, std::size_t n,
                            const std::vector<double>& other) {
  Random random(7);
  std::vector<double> vector(n);
  for (double& value : vector) value = random.unit() - 0.5;
  std::vector<double> next(n);
  double length = 0;
  double other_length = 0;
  for (const double value : other) other_length += value * value;
  for (int step = 0; step < kPowerSteps; ++step) {
    if (other_length > 0) {
      double along = 0;
      for (std::size_t i = 0; i < n; ++i) along += vector[i] * other[i];
      for (std::size_t i = 0; i < n; ++i) vector[i] -= other[i] * along / other_length;
    }
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += matrix[i * n + j] * vector[j];
      next[i] = sum;
    }
    length = 0;
    for (const double value : next) length += value * value;
    length = std::sqrt(length);
    if (length < 1e-12) return std::vector<double>(n, 0);
    for (std::size_t i = 0; i < n; ++i) vector[i] = next[i] / length;
  }
  for (double& value : vector) value *= std::sqrt(length);
  return vector;
}

}  // namespace

std::vector<Point> plane_map(std::span<const float> dissimilarities, std::size_t n) {
  assert(dissimilarities.size() == n * n);
  if (n == 0) return {};
  if (n == 1) return {{0.5, 0.5}};
  // Doubly centred squares.
  std::vector<double> centred(n * n);
  std::vector<double> means(n);
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double d = dissimilarities[i * n + j];
      centred[i * n + j] = d * d;
      means[i] += d * d / static_cast<double>(n);
    }
    mean += means[i] / static_cast<double>(n);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      centred[i * n + j] = -0.5 * (centred[i * n + j] - means[i] - means[j] + mean);
    }
  }
  const std::vector<double> first = axis_of(centred, n, {});
  const std::vector<double> second = axis_of(centred, n, first);
  std::vector<Point> points(n);
  Random random(11);
  for (std::size_t i = 0; i < n; ++i) {
    // A little noise, so that things at the same place can part.
    points[i] = {first[i] + 1e-3 * random.unit(), second[i] + 1e-3 * random.unit()};
  }
  std::vector<Point> next(n);
  for (int step = 0; step < kStressSteps; ++step) {
    check_stop();
    for (std::size_t i = 0; i < n; ++i) {
      Point sum{};
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        const double dx = points[i].x - points[j].x;
        const double dy = points[i].y - points[j].y;
        const double distance = std::max(std::sqrt(dx * dx + dy * dy), 1e-9);
        const double wanted = dissimilarities[i * n + j] / distance;
        sum.x += points[j].x + wanted * dx;
        sum.y += points[j].y + wanted * dy;
      }
      next[i] = {sum.x / static_cast<double>(n - 1), sum.y / static_cast<double>(n - 1)};
    }
    points.swap(next);
  }
  Point least = points.front();
  Point most = points.front();
  for (const Point& point : points) {
    least = {std::min(least.x, point.x), std::min(least.y, point.y)};
    most = {std::max(most.x, point.x), std::max(most.y, point.y)};
  }
  const double size = std::max({most.x - least.x, most.y - least.y, 1e-9});
  for (Point& point : points) {
    point.x = 0.5 + (point.x - (least.x + most.x) / 2) / size;
    point.y = 0.5 + (point.y - (least.y + most.y) / 2) / size;
  }
  return points;
}

}  // namespace pagekin::picture
