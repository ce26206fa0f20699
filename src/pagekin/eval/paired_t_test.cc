#include "pagekin/eval/paired_t_test.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "pagekin/core/error.h"

namespace pagekin::eval {
namespace {

// The fraction 1 + d1/(1 + d2/(1 + ...)) of I_x(a, b), inverted; converges fast where
// x < (a + 1) / (a + b + 2).
double continued_fraction(double x, double a, double b) {
  constexpr int max_terms = 10'000;
  constexpr double tiny = 1e-300;  // instead of a division by zero
  const auto nonzero = [](double value) { return std::abs(value) < tiny ? tiny : value; };

  double c = 1;
  double d = 1 / nonzero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= max_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

}  // namespace

double incomplete_beta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double factor = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                 a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return factor * continued_fraction(x, a, b) / a;
  return 1 - factor * continued_fraction(1 - x, b, a) / b;
}

TTest paired_t_test(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.size() < 2) {
    throw Error("a paired t-test needs two or more pairs of scores");
  }
  const auto n = static_cast<double>(a.size());
  double mean = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mean += (a[i] - b[i]) / n;
  double squares = 0;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = a[i] - b[i] - mean;
    squares += apart * apart;
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  TTest test{.degrees = static_cast<int>(a.size()) - 1};
  if (largest == 0) return test;
  const double error = std::sqrt(squares / (n - 1) / n);
  if (error < 1e-12 * largest) {  // equal except for rounding
    test.t = std::copysign(std::numeric_limits<double>::infinity(), mean);
    test.p = 0;
    return test;
  }
  test.t = mean / error;
  test.p = incomplete_beta((n - 1) / (n - 1 + test.t * test.t), (n - 1) / 2, 0.5);
  return test;
}

}  // namespace pagekin::eval
