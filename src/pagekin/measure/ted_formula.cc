#include "pagekin/measure/ted_formula.h"

#include <algorithm>

namespace pagekin::measure {

double TedFormula::structure(ted::EditCost distance, std::size_t n1, std::size_t n2) const {
  if (n1 == 0 || n2 == 0) return n1 == n2 ? 1 : 0;
  const double norm = by_larger ? static_cast<double>(std::max(n1, n2))
                                : static_cast<double>(costs.largest() * (n1 + n2));
  return std::max(0.0, 1 - static_cast<double>(distance) / norm);
}

double TedFormula::similarity(ted::EditCost distance, std::size_t n1, std::size_t n2,
                              double style) const {
  if (kappa == 1) return structure(distance, n1, n2);
  if (kappa == 0) return style;
  return style + kappa * (structure(distance, n1, n2) - style);  // exactly 1 if both are 1
}

// Similarity falls with the distance, so binary search between 0 and the largest possible
// distance finds the last one that reaches `at_least`.
std::optional<ted::EditCost> TedFormula::budget(std::size_t n1, std::size_t n2, double style,
                                                double at_least) const {
  const auto enough = [&](ted::EditCost distance) {
    return reaches(similarity(distance, n1, n2, style), at_least);
  };
  if (!enough(0)) return {};
  ted::EditCost yes = 0;
  ted::EditCost no = n1 * costs.remove + n2 * costs.insert;
  if (enough(no)) return UINT64_MAX;
  while (no - yes > 1) {
    const ted::EditCost middle = yes + (no - yes) / 2;
    (enough(middle) ? yes : no) = middle;
  }
  return yes;
}

}  // namespace pagekin::measure
