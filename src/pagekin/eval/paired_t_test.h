// Whether two classifiers differ by more than chance: Student's two-tailed t-test, paired over the
// folds of a cross-validation.
//
// Let d be the differences of the scores in each fold. Then t = mean(d) / (s / sqrt(n)) has n - 1
// degrees of freedom, and p is the probability of an equal or larger |t| if the classifiers do not
// differ: the regularised incomplete beta function I_x((n - 1) / 2, 1 / 2) at
// x = (n - 1) / (n - 1 + t^2).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.3 uses this test.
// Cost: O(n); the beta function is a continued fraction, evaluated until it converges.
// Limits: folds share training pages, so p is smaller than it should be; it ranks differences but
// does not prove them.
#pragma once

#include <span>

namespace pagekin::eval {

struct TTest {
  double t = 0;     // 0 for equal scores; infinite if all differences are equal but not 0
  int degrees = 0;  // of freedom
  double p = 1;
};

// a[i] and b[i] belong together. Throws Error for fewer than two pairs.
TTest paired_t_test(std::span<const double> a, std::span<const double> b);

// I_x(a, b) for x in [0, 1], a and b > 0; about 12 digits.
double incomplete_beta(double x, double a, double b);

}  // namespace pagekin::eval
