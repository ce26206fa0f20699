// Scores: how well a clustering agrees with the known templates.
//
// Left-out pages count as clusters of one page (see contingency.h) in every score except
// average_purity, which is about real clusters only. Scores that scikit-learn has too give the
// same values, also for degenerate cases: one cluster, only clusters of one page, no pages.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/reference.h"
#include "pagekin/eval/contingency.h"

namespace pagekin::eval {

struct ScoreInfo {
  std::string_view name, summary;
  std::vector<Citation> references;
  std::string_view words = {};  // other names and words that people search for
  bool symmetric = false;       // unchanged when clusters and templates are swapped
  double lowest = 0;            // the highest is always 1
  // 1 when the clusters are the templates and some cluster holds two pages.
  double (*value)(const Contingency& table) = nullptr;
};

// All scores, in the order in which evaluate shows them.
std::span<const ScoreInfo> scores();

// The value of a score. Throws Error, naming the choices, when there is no such score.
double score(std::string_view name, const Contingency& table);

// n as a double, exact below 2^53.
inline double real(std::uint64_t n) { return static_cast<double>(n); }

// 2ab / (a + b); 0 when both are 0.
inline double harmonic_mean(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

}  // namespace pagekin::eval
